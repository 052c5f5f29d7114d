"""shengji-referee: a rules language and a referee for Shengji 升级 / 拖拉机 / 80分."""
