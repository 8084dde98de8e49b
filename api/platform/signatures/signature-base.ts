/** The parts of a request that a signature can cover. */
export interface SignedMessage {
  method: string;
  /** Full URL with scheme, host and query. */
  targetUri: string;
  headers: Record<string, string | string[] | undefined>;
}

type Derived = (message: SignedMessage) => string;

/** Derived components, which are no headers (RFC 9421, 2.2). */
const derived: Record<string, Derived> = {
  '@method': ({ method }) => method,
  '@target-uri': ({ targetUri }) => targetUri,
  '@authority': ({ targetUri }) => new URL(targetUri).host,
  '@scheme': ({ targetUri }) => new URL(targetUri).protocol.slice(0, -1),
  '@request-target': ({ targetUri }) => targetUri.slice(new URL(targetUri).origin.length),
  '@path': ({ targetUri }) => new URL(targetUri).pathname,
  '@query': ({ targetUri }) => new URL(targetUri).search || '?',
};

/** Thrown for a covered component that is missing in the request or listed twice. */
export class UnknownComponentError extends Error {}

/**
 * The signature base (RFC 9421, 2.5): one line per covered component, and the signature parameters as sent. Throws
 * UnknownComponentError.
 */
export function signatureBase(components: string[], message: SignedMessage, parameters: string): string {
  if (new Set(components).size < components.length) throw new UnknownComponentError('a component covered twice');
  const lines = components.map((name) => `"${name}": ${componentOf(name, message)}`);
  return [...lines, `"@signature-params": ${parameters}`].join('\n');
}

function componentOf(name: string, message: SignedMessage): string {
  if (name.startsWith('@')) {
    const derive = Object.hasOwn(derived, name) ? derived[name] : undefined;
    if (!derive) throw new UnknownComponentError(name);
    return derive(message);
  }
  const value = Object.hasOwn(message.headers, name) ? message.headers[name] : undefined;
  if (value === undefined) throw new UnknownComponentError(name);
  return [value]
    .flat()
    .map((each) => each.trim())
    .join(', ');
}
