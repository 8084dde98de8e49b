import { Box } from '@mui/material';
import { useMemo } from 'react';
import { BooleanInput, useGetOne, useRecordContext } from 'react-admin';
import { Channel as channelSchema } from '#schemas/generated/registry.ts';
import type { Channel, Form } from '#schemas/generated/types.ts';
import { channelMergeFields } from '#schemas/mail/form-fields.ts';
import { mergeFields, recipientVariables } from '#schemas/mail/merge-fields.ts';
import { fieldsOf } from '#schemas/resource/resource.ts';
import { PageHeader, PageSection } from '../frame/PageHeader.tsx';
import { EditRecord } from '../generate/editing/EditRecord.tsx';
import { RecordForm } from '../generate/editing/RecordForm.tsx';
import { fullRecordQuery } from '../generate/useFieldValue.ts';
import { MergeInput } from '../markdown/MergeInput.tsx';
import { MessageTester } from '../markdown/MessageTester.tsx';
import { RecipientsInput } from '../markdown/RecipientsInput.tsx';

const path = 'onboardingEmail.config';
const config = fieldsOf(channelSchema.properties.onboardingEmail?.properties?.config ?? {}, `Channel/${path}`);

/** Editor of the onboarding e-mail, which a client gets when an order of the channel is complete (spec 2). */
export function OnboardingEmailPage() {
  return (
    <EditRecord action="edit">
      <OnboardingEmail />
    </EditRecord>
  );
}

function OnboardingEmail() {
  const channel = useRecordContext<Channel>();
  if (!channel) return null;
  return (
    <>
      <PageHeader title="Onboarding e-mail" of={channel} />
      <RecordForm>
        <Message />
      </RecordForm>
    </>
  );
}

function Message() {
  const channel = useRecordContext<Channel>();
  const { fields, people } = useChannelMergeFields();
  return (
    <Box
      sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}
    >
      <PageSection title="Message">
        <Box sx={{ display: 'grid', gap: 2 }}>
          <BooleanInput
            source="onboardingEmail.enabled"
            label="Send when an order is complete"
            helperText={false}
            defaultValue={false}
          />
          {config
            .filter(({ name }) => name !== 'format')
            .map((field) => {
              const source = `${path}.${field.name}`;
              if (field.kind === 'list')
                return <RecipientsInput key={source} field={field} source={source} people={people} fields={fields} />;
              return (
                <MergeInput
                  key={source}
                  field={field}
                  source={source}
                  fields={fields}
                  isLong={field.kind === 'markdown'}
                />
              );
            })}
        </Box>
      </PageSection>
      <Box sx={{ position: { lg: 'sticky' }, top: 24, alignSelf: 'start', minWidth: 0 }}>
        <PageSection title="Preview">
          {channel ? (
            <MessageTester
              at={`${path}.`}
              fields={fields}
              channel={channel.id}
              testPath={`/api/channels/${channel.id}/onboarding_email/test`}
            />
          ) : null}
        </PageSection>
      </Box>
    </Box>
  );
}

/** Returns the merge fields and recipient variables for messages of the current channel, from its form. */
function useChannelMergeFields(): ReturnType<typeof channelMergeFields> {
  const channel = useRecordContext<Channel>();
  const { data: form } = useGetOne<Form>(
    'forms',
    { id: channel?.orderFormId ?? '', ...fullRecordQuery },
    { enabled: channel !== undefined },
  );
  return useMemo(() => (form ? channelMergeFields(form) : { fields: mergeFields, people: recipientVariables }), [form]);
}
