import { useMemo } from 'react';
import { useGetOne, useRecordContext } from 'react-admin';
import type { Channel, Form } from '#schemas/generated/types.ts';
import { channelMergeFields } from '#schemas/mail/form-fields.ts';
import { mergeFields, recipientVariables } from '#schemas/mail/merge-fields.ts';
import { fullRecordQuery } from '../generate/whole-record.ts';

/** Returns the merge fields and recipient variables for messages of the current channel, from its form. */
export function useChannelMergeFields(): ReturnType<typeof channelMergeFields> {
  const channel = useRecordContext<Channel>();
  const { data: form } = useGetOne<Form>(
    'forms',
    { id: channel?.orderFormId ?? '', ...fullRecordQuery },
    { enabled: channel !== undefined },
  );
  return useMemo(() => (form ? channelMergeFields(form) : { fields: mergeFields, people: recipientVariables }), [form]);
}
