import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { Form } from '#schemas/generated/types.ts';
import { preloadReadOnlyField } from '../../forms/widgets/WidgetView.tsx';
import { formRules } from '../loading/formRules.ts';
import { OrderEditor, type OrderEditorProps } from './OrderEditor.tsx';
import { canEditOrder } from './orderStore.ts';

/** How long the form waits for code and rules that would shift its layout; milliseconds. */
const maxWait = 300;

const readingCode = queryOptions({
  queryKey: ['reading-code'],
  queryFn: async () => {
    await preloadReadOnlyField();
    return true;
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/**
 * The order editor, delayed until its layout is stable: the rules that can hide parts of the form are loaded, and, for
 * a read-only form, the code that displays it. Calls `onShown` before the first paint of the editor.
 */
export function DelayedOrderEditor({ onShown, ...props }: OrderEditorProps & { onShown: () => void }) {
  const { shown, form, rightsOf } = props;
  const rules = useQuery(formRules);
  const reading = useQuery({ ...readingCode, enabled: !canEditOrder(rightsOf(shown), { order: shown, form }) });
  const isAwaited = useAwaited((rules.isPending && mayHide(form)) || reading.isLoading);
  useLayoutEffect(() => {
    if (!isAwaited) onShown();
  }, [isAwaited, onShown]);
  return isAwaited ? null : <OrderEditor {...props} />;
}

/**
 * Whether to keep waiting: `isMissing`, at most until the timeout. Once false it stays false, because the person may
 * already be typing.
 */
function useAwaited(isMissing: boolean): boolean {
  const [isOver, setOver] = useState(!isMissing);
  useEffect(() => {
    if (isOver) return;
    const timer = setTimeout(() => setOver(true), isMissing ? maxWait : 0);
    return () => clearTimeout(timer);
  }, [isOver, isMissing]);
  return isMissing && !isOver;
}

/** Whether a script decides which parts of the form are visible. */
const mayHide = ({ formSchema }: Form) => /"conditionalScript":"\s*[^"\s]/.test(JSON.stringify(formSchema));
