import { Button, Typography } from '@mui/material';
import { useEffect } from 'react';
import { useRedirect } from 'react-admin';
import { useParams } from 'react-router-dom';
import { isBusy } from '../generate/list/isBusy.ts';
import { OrderAt } from './OrderPage.tsx';
import { addressInQueue, useQueue } from './queue.ts';

/** An order that was opened from the approvals queue: the next one follows once it is decided, or is passed over to. */
export function OrderInQueue() {
  const { id = '' } = useParams();
  const { next, total } = useQueue(id);
  const redirect = useRedirect();
  const place = next === null ? '/orders/pending' : addressInQueue(next);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
      if (event.key === 'n' && isPlain && !isBusy(event.target)) redirect(place);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [redirect, place]);
  return (
    <OrderAt
      key={id}
      id={id}
      next={place}
      actions={
        <>
          {total === undefined ? null : (
            <Typography variant="body2" color="text.secondary">
              {`${total.toLocaleString('en-US')} in the queue`}
            </Typography>
          )}
          <Button variant="outlined" color="inherit" aria-keyshortcuts="n" title="n" onClick={() => redirect(place)}>
            {next === null ? 'Back to the queue' : 'Next order'}
          </Button>
        </>
      }
    />
  );
}
