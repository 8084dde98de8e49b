import { useState } from 'react';
import type { Form } from '#schemas/generated/types.ts';
import { useEditedRecord } from '../../generate/editing/EditRecord.tsx';
import { request } from '../../provider/http.ts';
import { type FormContent, useTypedContent } from './form-content.ts';

interface Publishing extends FormContent {
  note: string;
  redReason: string;
}

/** Publishes what a form is to hold, under the revision that the page has seen. */
export function usePublish({ id }: Pick<Form, 'id'>) {
  const { editing } = useEditedRecord();
  const { put } = useTypedContent();
  const [isPublishing, setPublishing] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  /** Answers the number of the version, undefined where it was refused. */
  const publish = async ({ redReason, ...content }: Publishing): Promise<number | undefined> => {
    setPublishing(true);
    setRefusal(undefined);
    const body = JSON.stringify({ ...content, ...(redReason.trim() === '' ? {} : { redReason }) });
    const headers = new Headers({ 'If-Match': `"${editing.now().saved.revision}"` });
    try {
      const { json } = await request(`/api/forms/${id}`, { method: 'PATCH', body, headers });
      // What else is typed on the page stays there; what is published is no news to it.
      put(json);
      await editing.renew();
      return json.version;
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error));
      return undefined;
    } finally {
      setPublishing(false);
    }
  };
  return { publish, isPublishing, refusal };
}
