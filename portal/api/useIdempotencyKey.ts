import { useRef } from 'react';
import { randomId } from './randomId.ts';

/** A key for a body: the same as long as the body is, so that a repeated press makes one record (design 3). */
export function useIdempotencyKey(): (body: object) => string {
  const last = useRef({ text: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.text !== text) last.current = { text, key: randomId() };
    return last.current.key;
  };
}
