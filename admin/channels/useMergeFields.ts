import { useMemo } from 'react';
import { useGetOne, useRecordContext } from 'react-admin';
import { nameOf } from '#schemas/forms/name-of.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import type { Channel, Form } from '#schemas/generated/types.ts';
import { type MergeField, mergeFields } from '#schemas/mail/merge-fields.ts';
import { wholeRecord } from '../generate/whole-record.ts';

/** All that a message of the channel can tell: what every order has, and the fields of the channel's form (design 8). */
export function useMergeFields(): readonly MergeField[] {
  const channel = useRecordContext<Channel>();
  const { data: form } = useGetOne<Form>(
    'forms',
    { id: channel?.orderFormId ?? '', ...wholeRecord },
    { enabled: channel !== undefined },
  );
  return useMemo(() => (form ? [...mergeFields, ...fieldsOf(form)] : mergeFields), [form]);
}

function fieldsOf({ formSchema }: Form): MergeField[] {
  return [...readForm(formSchema).scope.owners].map(([key, widget]) => {
    const label = nameOf(widget);
    return { name: `form.${key}`, label, sample: label };
  });
}
