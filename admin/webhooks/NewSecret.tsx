import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNotify, useRecordContext } from 'react-admin';
import type { Webhook } from '#schemas/generated/types.ts';
import { useEditedRecord } from '../generate/editing/EditRecord.tsx';
import { request } from '../provider/http.ts';
import { takeSecret } from './new-secrets.ts';

/** Shows the secret of a new webhook, and rotates it. Each secret is shown only once. */
export function NewSecret() {
  const webhook = useRecordContext<Webhook>();
  const notify = useNotify();
  const { editing } = useEditedRecord();
  const renew = useMutation({
    mutationFn: async (id: string): Promise<Webhook> =>
      (await request(`/api/webhooks/${id}/secret`, { method: 'POST', body: '{}' })).json,
    onSuccess: () => editing.reload(),
    onError: (error: Error) => notify(error.message, { type: 'error' }),
  });
  const id = webhook?.id;
  const [createdSecret, setCreatedSecret] = useState<string>();
  useEffect(() => {
    if (id !== undefined) setCreatedSecret((known) => known ?? takeSecret(id));
  }, [id]);
  if (!webhook) return null;
  const secret = renew.data?.secret ?? createdSecret;
  const close = () => {
    renew.reset();
    setCreatedSecret(undefined);
  };
  return (
    <>
      <Button variant="outlined" color="inherit" loading={renew.isPending} onClick={() => renew.mutate(webhook.id)}>
        New secret
      </Button>
      <Dialog open={secret !== undefined} onClose={close} aria-labelledby="new-secret" fullWidth>
        <DialogTitle id="new-secret">{`Secret for ${webhook.name}`}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Alert severity="warning">
            Copy it now. You won't be able to see it again. All deliveries from now on are signed with this secret only
            (Standard Webhooks).
          </Alert>
          <TextField
            label="Secret"
            value={secret ?? ''}
            slotProps={{ htmlInput: { readOnly: true } }}
            onFocus={({ target }) => target.select()}
          />
        </DialogContent>
        <DialogActions>
          <Button variant="contained" onClick={close}>
            I've saved the secret
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
