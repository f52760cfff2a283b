"""What is known about the web, as data: frozen rows with an id and a reason. Code that reads them is elsewhere."""
