import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
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

export interface ShownProps {
  /** Whether the editor, or the error of its code, has replaced the placeholder. */
  isShown: boolean;
  setShown: (isShown: true) => void;
}

/**
 * The order editor, delayed until its layout is stable: the rules that can hide parts of the form are loaded, and, for
 * a read-only form, the code that displays it. It waits at most until the timeout. Once shown it stays, because the
 * person may already be typing.
 */
export function DelayedOrderEditor({ isShown, setShown, ...props }: OrderEditorProps & ShownProps) {
  const { shown, form, rightsOf } = props;
  const rules = useQuery(formRules);
  const reading = useQuery({ ...readingCode, enabled: !canEditOrder(rightsOf(shown), { order: shown, form }) });
  const isAwaited = (rules.isPending && mayHide(form)) || reading.isLoading;
  // Before the next paint, so that the placeholder and the editor never show together.
  useLayoutEffect(() => {
    if (!isAwaited) return setShown(true);
    const timer = setTimeout(setShown, maxWait, true);
    return () => clearTimeout(timer);
  }, [isAwaited, setShown]);
  return isShown && <OrderEditor {...props} />;
}

/** Whether a script decides which parts of the form are visible. */
const mayHide = ({ formSchema }: Form) => /"conditionalScript":"\s*[^"\s]/.test(JSON.stringify(formSchema));
