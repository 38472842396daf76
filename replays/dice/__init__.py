"""Where dice come from, what a log says about them, and how lucky they were."""
