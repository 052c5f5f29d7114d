"""Rule areas as pure functions over small immutable values: order, shapes, follow, throws, ruffs, scoring."""
