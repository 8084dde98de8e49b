import { Alert, Box, Button, Link, type Theme as Look, Skeleton, useMediaQuery } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useRecordContext } from 'react-admin';
import { describeProblem } from '#portal/forms/describeProblem.ts';
import { FormView } from '#portal/forms/FormView.tsx';
import { rowNames } from '#portal/forms/rowNames.ts';
import type { FormStore } from '#portal/forms/store/formStore.ts';
import { useFormProblems } from '#portal/forms/store/hooks.ts';
import { useHiddenFields } from '#portal/forms/why/useHiddenFields.ts';
import { widgetName } from '#schemas/forms/name-of.ts';
import { OrderPicker, type PickedOrder } from '../../../orders/picking/OrderPicker.tsx';
import styles from './Preview.module.css';
import { usePreviewStore } from './preview-context.ts';
import { SegmentedControl } from './SegmentedControl.tsx';
import { fillWithOrder, loadSampleOrder, resetForm } from './sample-order.ts';

/** Page widths of devices in pixels; null takes all the room there is. */
const devices = { Phone: 390, Tablet: 768, Full: null } as const;
type Device = keyof typeof devices;
type Theme = 'Light' | 'Dark';

/**
 * Preview of the form as users see it. It can be filled in by hand or with a real order, at the width and in the theme
 * of a device.
 */
export default function Preview() {
  const store = usePreviewStore();
  return store ? <PreviewOf store={store} /> : <Skeleton variant="rectangular" height={320} />;
}

function PreviewOf({ store }: { store: FormStore }) {
  // A phone shows the form at its own width.
  const isPhone = useMediaQuery<Look>(({ breakpoints }) => breakpoints.down('sm'));
  const [selected, setSelected] = useState<Device>('Full');
  const device = isPhone ? 'Full' : selected;
  const [theme, setTheme] = useState<Theme>(() =>
    document.documentElement.dataset.theme === 'dark' ? 'Dark' : 'Light',
  );
  return (
    <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        {isPhone ? null : (
          <SegmentedControl name="Width" options={['Phone', 'Tablet', 'Full']} value={device} onChange={setSelected} />
        )}
        <SegmentedControl name="Theme" options={['Light', 'Dark']} value={theme} onChange={setTheme} />
        <Button size="small" onClick={() => void store.showProblems()}>
          Try submitting
        </Button>
      </Box>
      <Sample store={store} />
      <OnDevice width={devices[device]} theme={theme}>
        <FormView store={store} />
      </OnDevice>
      <PreviewResult store={store} />
    </Box>
  );
}

/** Fills the preview with an order of this form, or resets it. */
function Sample({ store }: { store: FormStore }) {
  const form = useRecordContext()?.id;
  const [order, setOrder] = useState<PickedOrder | null>(null);
  const { data: sample, error } = useQuery({
    queryKey: ['sample-order', order?.id],
    queryFn: ({ signal }) => loadSampleOrder(order?.id ?? '', signal),
    enabled: order !== null,
    // Never refetch, which would discard what was typed over the order.
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (sample) fillWithOrder(store, sample);
  }, [store, sample]);
  const startOver = () => {
    setOrder(null);
    resetForm(store);
  };
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'start' }}>
      {form ? (
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <OrderPicker
            label="Fill in from an order"
            hint="Choose an order on this form that you can view."
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

/** Device frame: lays its content out at the device's width and zooms out if there is not enough room. */
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
      {zoom < 1 ? <p className={styles.note}>{`Shown at ${Math.round(zoom * 100)}% of actual size.`}</p> : null}
    </div>
  );
}

/** Outcome of the filled form: validation problems, fields hidden by scripts, and the data. */
function PreviewResult({ store }: { store: FormStore }) {
  const problems = useFormProblems(store);
  const hidden = useHiddenFields(store);
  const data = useSyncExternalStore(store.subscribeAll, store.values);
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box component="section" aria-label="Problems">
        <Box role="status" sx={{ typography: 'subtitle2' }}>
          {problems.length === 0 ? 'Ready to submit.' : `${problems.length} to correct before it can be submitted`}
        </Box>
        <Box component="ul" sx={list}>
          {problems.slice(0, maxEntries).map((problem) => (
            <li key={`${problem.path} ${problem.message}`}>
              <Link component="button" type="button" align="left" onClick={() => store.focusProblem(problem.path)}>
                {describeProblem(store, problem).text}
              </Link>
            </li>
          ))}
        </Box>
        {problems.length > maxEntries ? <Box>{`and ${problems.length - maxEntries} more`}</Box> : null}
      </Box>
      {hidden.length > 0 ? (
        <Box component="section" aria-label="Hidden by scripts">
          <Box sx={{ typography: 'subtitle2' }}>Hidden by scripts</Box>
          <Box component="ul" sx={list}>
            {hidden.slice(0, maxEntries).map(({ widget, row }) => (
              <li key={store.elementId(widget, row)}>{[...rowNames(row), widgetName(widget)].join(', ')}</li>
            ))}
          </Box>
          {hidden.length > maxEntries ? <Box>{`and ${hidden.length - maxEntries} more`}</Box> : null}
        </Box>
      ) : null}
      <Box component="details">
        <Box component="summary" sx={{ typography: 'subtitle2', cursor: 'pointer' }}>
          Data
        </Box>
        <Box
          component="pre"
          // Scrollable content must be reachable by keyboard.
          tabIndex={0}
          role="region"
          aria-label="Form data"
          sx={{ m: 0, p: 1, maxHeight: 320, overflow: 'auto', bgcolor: 'action.hover', fontSize: 12 }}
        >
          {JSON.stringify(data, null, 2)}
        </Box>
      </Box>
    </Box>
  );
}

/** Maximum number of entries per list. */
const maxEntries = 50;
const list = { m: 0, pl: 2.5 };
