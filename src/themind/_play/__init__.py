"""Actions and events: a module for each chapter of the rules, and the engine."""
