"""The small languages of the project, as Lark grammars. ``load`` builds each once, on first use."""
