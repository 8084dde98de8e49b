import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Form } from '#schemas/generated/types.ts';
import { readingAhead } from '../forms/widgets/WidgetView.tsx';
import { formRules } from './formRules.ts';
import { OrderAhead } from './OrderAhead.tsx';
import { OrderEditor } from './OrderEditor.tsx';
import { isOpenTo } from './orderEditing.ts';
import type { OrderEditorProps } from './orderEditorProps.ts';

/** So long a form waits for what comes beside it, so that nothing moves when that shows more of it. Milliseconds. */
const patience = 300;

const readingCode = queryOptions({
  queryKey: ['reading-code'],
  queryFn: async () => {
    await readingAhead();
    return true;
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** The editor of an order, once nothing of it moves any more: with the rules that show parts of its form, and what reads it. */
export function SteadyEditor(props: OrderEditorProps) {
  const { shown, form, rightsOf } = props;
  const rules = useQuery(formRules);
  const reading = useQuery({ ...readingCode, enabled: !isOpenTo(rightsOf(shown), { order: shown, form }) });
  const isAwaited = useAwaited((rules.isPending && mayHide(form)) || reading.isLoading);
  return isAwaited ? <OrderAhead form={form} /> : <OrderEditor {...props} />;
}

/** Whether what is awaited still is, and worth it: for good false once it was there or patience is over, for what is typed in stays. */
function useAwaited(isMissing: boolean): boolean {
  const [isOver, setOver] = useState(!isMissing);
  useEffect(() => {
    if (isOver) return;
    const timer = setTimeout(() => setOver(true), isMissing ? patience : 0);
    return () => clearTimeout(timer);
  }, [isOver, isMissing]);
  return isMissing && !isOver;
}

/** Whether a script decides what of a form is there. */
const mayHide = ({ formSchema }: Form) => /"conditionalScript":"\s*[^"\s]/.test(JSON.stringify(formSchema));
