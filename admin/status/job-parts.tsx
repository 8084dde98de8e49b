import { Box, Button, Link, Typography } from '@mui/material';
import { useId } from 'react';
import { useNotify, useRecordContext, useRefresh } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { OutboxMessage } from '#schemas/generated/types.ts';
import { labelOf } from '#schemas/resource/resource.ts';
import { resourceByName } from '../generate/catalogue.ts';
import { useRecordActions } from '../generate/list/useRecordActions.ts';
import type { FieldProps } from '../generate/override.ts';
import { useFieldValue } from '../generate/useFieldValue.ts';

/** The decisions of a list row, as buttons of the record's page. */
export function StatusActions() {
  const record = useRecordContext();
  const actions = useRecordActions([record]).filter(({ isDecision }) => isDecision);
  const [notify, refresh] = [useNotify(), useRefresh()];
  if (!record) return null;
  const run = async ({ work, done }: (typeof actions)[number]) => {
    await work(record);
    refresh();
    notify(labelOf(done), { type: 'success' });
  };
  return actions.map((action) => (
    <Button
      key={action.label}
      color="inherit"
      variant="outlined"
      onClick={() => void run(action).catch((error: Error) => notify(error.message, { type: 'error' }))}
    >
      {action.label}
    </Button>
  ));
}

/** 'Order' with a link, instead of the type and id of the record that a job works on. */
export function SubjectCell({ source }: FieldProps) {
  const [title = '', id] = String(useFieldValue(source) ?? '').split('/');
  if (!title) return null;
  const resource = resourceByName(title);
  const words = labelOf(title);
  if (!id || !resource?.operations.includes('read')) return <span>{words}</span>;
  return (
    <Link component={RouterLink} to={`/${resource.path}/${id}`} sx={{ display: 'inline-block', lineHeight: '24px' }}>
      {words}
    </Link>
  );
}

/** The text of a message, and its HTML as an e-mail program would show it, without scripts. */
export function MessagePreview() {
  const message = useRecordContext<OutboxMessage>();
  const id = useId();
  if (!message) return null;
  const { subject = '', text, html } = message;
  return (
    <Box component="section" aria-labelledby={id} sx={{ mt: 3 }}>
      <Typography id={id} variant="h2" sx={{ mb: 1 }}>
        Preview
      </Typography>
      {html ? (
        <Box
          component="iframe"
          title={subject}
          sandbox=""
          srcDoc={html}
          sx={{ width: 1, height: 480, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'common.white' }}
        />
      ) : text ? (
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Typography>
      ) : (
        <Typography color="text.secondary">
          This message contains a personal link, so its text is created when it is sent and not stored.
        </Typography>
      )}
    </Box>
  );
}
