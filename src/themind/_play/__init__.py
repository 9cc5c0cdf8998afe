"""What can happen in a game: a module for each chapter of the rules, and the engine above them."""
