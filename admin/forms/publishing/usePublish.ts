import { useState } from 'react';
import type { Form } from '#schemas/generated/types.ts';
import { useEditedRecord } from '../../generate/editing/EditRecord.tsx';
import { request } from '../../provider/http.ts';
import { type FormContent, useTypedContent } from './form-content.ts';

interface Publishing extends FormContent {
  note: string;
  redReason: string;
}

/** Publishes a new version of the form. Sends the revision that the page has, so a stale page is refused. */
export function usePublish({ id }: Pick<Form, 'id'>) {
  const { editing } = useEditedRecord();
  const { put } = useTypedContent();
  const [isPublishing, setPublishing] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  /** Resolves to the version number, or undefined if the server refused. */
  const publish = async ({ redReason, ...content }: Publishing): Promise<number | undefined> => {
    setPublishing(true);
    setRefusal(undefined);
    const body = JSON.stringify({ ...content, ...(redReason.trim() === '' ? {} : { redReason }) });
    const headers = new Headers({ 'If-Match': `"${editing.state().saved.revision}"` });
    try {
      const { json } = await request(`/api/forms/${id}`, { method: 'PATCH', body, headers });
      // Other unsaved fields stay typed; the published ones are not reported as somebody else's change.
      put(json);
      await editing.reload();
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
