import { useEffect, useEffectEvent, useRef } from 'react';
import { ApiError } from '../../api/ApiError.ts';
import { LoadError } from '../../look/LoadError.tsx';

interface OrderSaveErrorProps {
  error: Error | undefined;
  /** Whether there are unsaved changes. */
  isDirty: boolean;
  /** Jumps to a place of the order. */
  onJump: (path: string) => void;
}

/**
 * The error message of a rejected save or action. A new error jumps to the field that it names, or scrolls into view.
 */
export function OrderSaveError({ error, isDirty, onJump }: OrderSaveErrorProps) {
  const place = useRef<HTMLDivElement>(null);
  const show = useEffectEvent((error: Error) => {
    const [first] = error instanceof ApiError ? error.fields : [];
    if (first) onJump(first.path);
    else place.current?.scrollIntoView({ block: 'center' });
  });
  useEffect(() => error && show(error), [error]);
  const safe = isDirty ? { safe: "What you typed isn't lost." } : {};
  return <div ref={place}>{error && <LoadError error={error} {...safe} />}</div>;
}
