import { useState } from 'react';
import { randomId } from '../forms/randomId.ts';

/** Makes keys for bodies: the same as long as the body is, so that a repeated press makes one record (design 3). */
export function idempotencyKeys(): (body: object) => string {
  const last = { text: '', key: '' };
  return (body) => {
    const text = JSON.stringify(body);
    if (last.text !== text) Object.assign(last, { text, key: randomId() });
    return last.key;
  };
}

/** The keys of one place on the screen. */
export function useIdempotencyKey(): (body: object) => string {
  const [keyOf] = useState(idempotencyKeys);
  return keyOf;
}
