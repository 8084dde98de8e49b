import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { FormView } from '#portal/forms/FormView.tsx';
import { createFormStore } from '#portal/forms/store/createFormStore.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import type { FormBacktest, JsonMap } from '#schemas/generated/types.ts';
import { newOrderContext } from '../designer/form-store.ts';
import { fillWithOrder, loadSampleOrder, type SampleOrder } from '../designer/preview/sample-order.ts';

interface TriedOrderProps {
  order: Pick<FormBacktest['rows'][number], 'order' | 'refCode'>;
  formSchema: JsonMap;
  onClose: () => void;
}

/** Shows an order in the edited form, with validation problems. It is a copy; nothing is saved. */
export function BacktestOrderDialog({ order: { order, refCode }, formSchema, onClose }: TriedOrderProps) {
  const title = useId();
  const { data: sample, error } = useQuery({
    queryKey: ['sample-order', order],
    queryFn: ({ signal }) => loadSampleOrder(order, signal),
  });
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby={title}>
      <DialogTitle id={title}>{`Order ${refCode} in this form`}</DialogTitle>
      <DialogContent>
        {error ? <Alert severity="error">{error.message}</Alert> : null}
        {!sample && !error ? <Skeleton variant="rectangular" height={320} /> : null}
        {sample ? <FilledForm sample={sample} formSchema={formSchema} /> : null}
      </DialogContent>
      <DialogActions>
        <Button href={`/admin/orders/${order}`} target="_blank" rel="noreferrer">
          Open order
        </Button>
        <Button variant="contained" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function FilledForm({ sample, formSchema }: { sample: SampleOrder; formSchema: JsonMap }) {
  const store = useMemo(() => {
    const created = createFormStore({ form: readForm(formSchema), values: {}, context: newOrderContext() });
    fillWithOrder(created, sample);
    created.showProblems();
    return created;
  }, [sample, formSchema]);
  return <FormView store={store} />;
}
