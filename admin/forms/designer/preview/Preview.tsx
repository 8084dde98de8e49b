import { Alert, Box, Button, type Theme as Look, Skeleton, useMediaQuery } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useRecordContext } from 'react-admin';
import { FormView } from '#portal/forms/FormView.tsx';
import type { FormStore } from '#portal/forms/store/formStore.ts';
import type { PickedOrder } from '../../../orders/picking/find-orders.ts';
import { OrderPicker } from '../../../orders/picking/OrderPicker.tsx';
import { Choice } from './Choice.tsx';
import styles from './Preview.module.css';
import { PreviewOutcome } from './PreviewOutcome.tsx';
import { usePreviewStore } from './preview-context.ts';
import { fillAnew, fillWith, readSample } from './sample-order.ts';

/** Devices by the width of their page; null is all there is. */
const devices = { Phone: 390, Tablet: 768, Full: null } as const;
type Device = keyof typeof devices;
type Theme = 'Light' | 'Dark';

/** The form as people get it: to fill in, by hand or with a real order, at the width of their device and in their theme. */
export default function Preview() {
  const store = usePreviewStore();
  return store ? <PreviewOf store={store} /> : <Skeleton variant="rectangular" height={320} />;
}

function PreviewOf({ store }: { store: FormStore }) {
  // A phone shows the form as a phone does.
  const isPhone = useMediaQuery<Look>(({ breakpoints }) => breakpoints.down('sm'));
  const [wanted, setWanted] = useState<Device>('Full');
  const device = isPhone ? 'Full' : wanted;
  const [theme, setTheme] = useState<Theme>(() =>
    document.documentElement.dataset.theme === 'dark' ? 'Dark' : 'Light',
  );
  return (
    <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        {isPhone ? null : (
          <Choice name="Width" options={['Phone', 'Tablet', 'Full']} value={device} onChange={setWanted} />
        )}
        <Choice name="Theme" options={['Light', 'Dark']} value={theme} onChange={setTheme} />
        <Button size="small" onClick={() => void store.showProblems()}>
          Try to send
        </Button>
      </Box>
      <Sample store={store} />
      <OnDevice width={devices[device]} theme={theme}>
        <FormView store={store} />
      </OnDevice>
      <PreviewOutcome store={store} />
    </Box>
  );
}

/** Fills the form in with an order of it that one may read, or with nothing again. */
function Sample({ store }: { store: FormStore }) {
  const form = useRecordContext()?.id;
  const [order, setOrder] = useState<PickedOrder | null>(null);
  const { data: sample, error } = useQuery({
    queryKey: ['sample-order', order?.id],
    queryFn: ({ signal }) => readSample(order?.id ?? '', signal),
    enabled: order !== null,
    // What was typed over it stays.
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (sample) fillWith(store, sample);
  }, [store, sample]);
  const startOver = () => {
    setOrder(null);
    fillAnew(store);
  };
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'start' }}>
      {form ? (
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <OrderPicker
            label="Fill in with an order"
            hint="One of this form that you may read."
            among={{ form: String(form) }}
            value={order}
            onChange={setOrder}
          />
          {error ? <Alert severity="error">{error.message}</Alert> : null}
        </Box>
      ) : null}
      <Button onClick={startOver}>Start over</Button>
    </Box>
  );
}

/** A page of a device: laid out at its width, and made smaller where there is less room for it. */
function OnDevice({ width, theme, children }: { width: number | null; theme: Theme; children: ReactNode }) {
  const desk = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(width ?? 0);
  useEffect(() => {
    if (!desk.current) return undefined;
    const watcher = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0));
    watcher.observe(desk.current);
    return () => watcher.disconnect();
  }, []);
  const zoom = width === null || room === 0 ? 1 : Math.min(1, room / width);
  return (
    <div ref={desk} className={styles.desk}>
      <div
        className={styles.device}
        data-theme={theme.toLowerCase()}
        style={{ width: width ?? 'auto', zoom, boxSizing: 'border-box' }}
      >
        {children}
      </div>
      {zoom < 1 ? <p className={styles.note}>{`Shown at ${Math.round(zoom * 100)} % of its size.`}</p> : null}
    </div>
  );
}
