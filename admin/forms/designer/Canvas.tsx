import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { FormView } from '#portal/forms/FormView.tsx';
import { MarksContext } from '#portal/forms/marks/marks.ts';
import { randomId } from '#portal/forms/randomId.ts';
import { createFormStore } from '#portal/forms/store/createFormStore.ts';
import { formSchemaOf } from '#schemas/designing/design.ts';
import type { FormContext } from '#schemas/forms/form.ts';
import { createFormReader } from '#schemas/forms/form-reader.ts';
import { initialValues } from '#schemas/forms/initial-values.ts';
import { orderInScripts } from '#schemas/orders/order-in-scripts.ts';
import { CanvasContext, frames } from './Frame.tsx';
import type { Designer } from './useDesigner.ts';

/** The form as it will be, by the renderer that people fill it in: what is pressed is selected, and can be tried. */
export function Canvas({ designer }: { designer: Designer }) {
  const { design, ids, select } = designer;
  const [read] = useState(createFormReader);
  const form = useMemo(() => read(formSchemaOf(design)), [read, design]);
  const [store] = useState(() => {
    const context = contextNow();
    return createFormStore({ form, values: initialValues(form, context), context });
  });
  const canvas = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (store.form !== form) store.takeForm(form);
  }, [store, form]);
  const root = design.root.id;
  const choose = useEffectEvent((id: string, isMore: boolean) => {
    if (!isMore) select([id]);
    else select(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]);
  });
  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    // The innermost widget under the pointer: its own controls go on working, so that the form can be tried.
    const press = ({ target, ctrlKey, metaKey }: PointerEvent) => {
      const frame = target instanceof Element ? target.closest('[data-widget]') : null;
      choose(frame?.getAttribute('data-widget') ?? root, ctrlKey || metaKey);
    };
    element.addEventListener('pointerdown', press, true);
    return () => element.removeEventListener('pointerdown', press, true);
  }, [root]);
  const shown = useMemo(() => ({ selected: ids, root }), [ids, root]);
  return (
    <CanvasContext value={shown}>
      <div ref={canvas}>
        <MarksContext value={frames}>
          <FormView store={store} hasSummary={false} />
        </MarksContext>
      </div>
    </CanvasContext>
  );
}

function contextNow(): FormContext {
  return {
    ...{ now: new Date(), zone: 'utc', client: null, user: null, channel: null },
    ...orderInScripts({ status: 'DRAFT', submissionDate: null }),
    idOf: randomId,
  };
}
