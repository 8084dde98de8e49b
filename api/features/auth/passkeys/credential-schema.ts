/** Bytes in base64url. */
const base64url = (maxLength: number) => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: '^[A-Za-z0-9_-]+$',
  'x-pattern-message': 'Must be base64url',
});

/** A credential id has at most 1,023 bytes. */
const credentialId = base64url(1_364);

/**
 * JSON Schema of a credential as browsers return it (WebAuthn, in JSON). `own` are the parts of the response that only
 * this ceremony has, with their maximum length; `optional` are further ones.
 */
export function credentialSchema(own: Record<string, number>, optional: Record<string, object>) {
  return {
    type: 'object',
    description: 'The PublicKeyCredential of the browser in JSON.',
    properties: {
      id: credentialId,
      rawId: credentialId,
      type: { type: 'string', enum: ['public-key'] },
      response: {
        type: 'object',
        properties: {
          clientDataJSON: base64url(8_192),
          authenticatorData: base64url(8_192),
          ...Object.fromEntries(Object.entries(own).map(([name, maxLength]) => [name, base64url(maxLength)])),
          ...optional,
        },
        required: ['clientDataJSON', ...Object.keys(own)],
        additionalProperties: false,
      },
      clientExtensionResults: { type: 'object', additionalProperties: true },
      authenticatorAttachment: { type: 'string', enum: ['platform', 'cross-platform'] },
    },
    required: ['id', 'rawId', 'type', 'response'],
    additionalProperties: false,
  };
}

/** JSON Schema of WebAuthn options, which the standard defines for the browser. */
export const webauthnOptions = { type: 'object', additionalProperties: true };
