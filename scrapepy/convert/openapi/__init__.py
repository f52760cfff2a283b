"""OpenAPI documents as content: what Swagger UI, Redoc and their like would draw (SPEC 6.2)."""
