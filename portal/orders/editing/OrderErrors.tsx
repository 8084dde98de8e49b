import { useEffect, useEffectEvent, useRef } from 'react';
import { ApiError } from '../../api/ApiError.ts';
import { Banner } from '../../look/Banner.tsx';
import { Button } from '../../look/Button.tsx';
import { LoadError } from '../../look/LoadError.tsx';

/** The warning that the form's rules (rules language) failed to load: then only the server validates. */
export function RulesLoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Banner
      status="warn"
      title="The rules of this form couldn't be loaded."
      actions={<Button onClick={onRetry}>Try again</Button>}
    >
      {`${error.message} Some fields may be missing. Your input is checked when you save.`}
    </Banner>
  );
}

interface OrderSaveErrorProps {
  error: Error;
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
  useEffect(() => show(error), [error]);
  const safe = isDirty ? { safe: "What you typed isn't lost." } : {};
  return (
    <div ref={place}>
      <LoadError error={error} {...safe} />
    </div>
  );
}
