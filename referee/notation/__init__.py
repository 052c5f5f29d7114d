"""The record notation: text to record, record to text, and what is wrong with a line."""
