import { Alert, Autocomplete, Button, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import { PageHeader } from '../frame/PageHeader.tsx';
import { EditRecord } from '../generate/editing/EditRecord.tsx';
import { request } from '../provider/http.ts';
import { GuildResources } from './GuildResources.tsx';

interface GuildOption {
  id: string;
  name: string;
}

/** Editor of a guild's knowledge base; pick a guild first. */
export function KnowledgeBasePage() {
  const { id } = useParams();
  return (
    <>
      <PageHeader title="Knowledge base" />
      <GuildChoice id={id} />
      {id === undefined ? (
        <>
          <Typography role="status" sx={{ mt: 3 }}>
            No guild selected
          </Typography>
          <Typography color="text.secondary">Select a guild to add, edit, reorder, or remove its tiles.</Typography>
        </>
      ) : (
        <EditRecord key={id} action="show">
          <GuildResources />
        </EditRecord>
      )}
    </>
  );
}

function GuildChoice({ id }: { id: string | undefined }) {
  const navigate = useNavigate();
  const guilds = useQuery({
    queryKey: ['guilds', 'choices'],
    queryFn: async ({ signal }): Promise<GuildOption[]> => (await request('/api/guilds/list', { signal })).json,
  });
  const options = guilds.data ?? [];
  return (
    <>
      {guilds.error && !guilds.data ? (
        <Alert severity="error" action={<Button onClick={() => void guilds.refetch()}>Try again</Button>}>
          {guilds.error.message}
        </Alert>
      ) : null}
      <Autocomplete
        sx={{ maxWidth: 480, mb: 2 }}
        options={options}
        loading={guilds.isPending}
        value={options.find((each) => each.id === id) ?? null}
        getOptionKey={(each) => each.id}
        getOptionLabel={({ name }) => name}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        onChange={(_event, chosen) =>
          navigate(chosen ? `/guilds/knowledge_base/${chosen.id}` : '/guilds/knowledge_base')
        }
        renderInput={(input) => <TextField {...input} label="Guild" />}
      />
    </>
  );
}
