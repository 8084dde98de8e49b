import { useState } from 'react';
import { randomId } from '../forms/randomId.ts';

/**
 * Returns a function that gives an idempotency key for a body. The key stays the same while the body does, so a double
 * click creates one record (design 3).
 */
export function idempotencyKeys(): (body: object) => string {
  const last = { text: '', key: '' };
  return (body) => {
    const text = JSON.stringify(body);
    if (last.text !== text) Object.assign(last, { text, key: randomId() });
    return last.key;
  };
}

/** Hook: the idempotency keys of one component. */
export function useIdempotencyKey(): (body: object) => string {
  const [keyOf] = useState(idempotencyKeys);
  return keyOf;
}
