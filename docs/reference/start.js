// Swagger UI over the contract of this server. A key that is typed in is kept in the page alone.
globalThis.SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 3,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
});
