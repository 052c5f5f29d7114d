"""Records of other programs, read as records of this one."""
