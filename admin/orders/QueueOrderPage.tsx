import { Button, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { type Identifier, useRedirect } from 'react-admin';
import { useParams } from 'react-router-dom';
import { capturesKeys } from '../generate/list/captures-keys.ts';
import { OrderById } from './OrderPage.tsx';
import { addressInQueue, useNextInQueue } from './queue.ts';

/** Order opened from the approvals queue, with a button to the next one, which gets the focus after a decision. */
export function QueueOrderPage() {
  const { id = '' } = useParams();
  const { next, total } = useNextInQueue(id);
  const redirect = useRedirect();
  const nextButton = useRef<HTMLButtonElement>(null);
  // Remembers the next order, since the decided one leaves the queue.
  const [decided, setDecided] = useState<{ id: string; next: Identifier | null }>();
  const nextId = decided?.id === id ? decided.next : next;
  const place = nextId === null ? '/orders/pending' : addressInQueue(nextId);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
      if (event.key === 'n' && isPlain && !capturesKeys(event.target)) redirect(place);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [redirect, place]);
  return (
    <OrderById
      key={id}
      id={id}
      onDecided={() => {
        setDecided({ id, next });
        nextButton.current?.focus();
      }}
      actions={
        <>
          {total === undefined ? null : (
            <Typography variant="body2" color="text.secondary">
              {`${total.toLocaleString('en-US')} in the queue`}
            </Typography>
          )}
          <Button
            ref={nextButton}
            variant="outlined"
            color="inherit"
            aria-keyshortcuts="n"
            title="n"
            onClick={() => redirect(place)}
          >
            {nextId === null ? 'Back to queue' : 'Next order'}
          </Button>
        </>
      }
    />
  );
}
