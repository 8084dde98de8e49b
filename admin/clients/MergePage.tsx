import { Alert, AlertTitle, Box, Button, Radio, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import {
  AutocompleteInput,
  Form,
  RecordContextProvider,
  ReferenceField,
  ReferenceInput,
  ShowBase,
  useGetOne,
  useNotify,
  useRecordContext,
  useRedirect,
  useRequireAccess,
} from 'react-admin';
import { Link, useSearchParams } from 'react-router-dom';
import { duplicateReasonText, duplicateText, type PossibleDuplicate } from '#schemas/clients/duplicates.ts';
import { type ClientMergePreview, type ClientMergeRequest, mergedProperties } from '#schemas/clients/overview.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Client, ClientMerge } from '#schemas/generated/types.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { LoadError } from '../frame/LoadError.tsx';
import { PageHeader, PageSection } from '../frame/PageHeader.tsx';
import { UndoNotification } from '../frame/UndoNotification.tsx';
import { countWithNoun, resourceByName } from '../generate/catalogue.ts';
import { formatValue } from '../generate/format-value.ts';
import { useResourceScreen } from '../generate/resource-screen.tsx';
import { searchQuery } from '../generate/scalar-inputs.tsx';
import { fullRecordQuery } from '../generate/useFieldValue.ts';
import { ifMatchHeaders } from '../provider/data.ts';
import { request } from '../provider/http.ts';
import { useReloadMerged, useUndoMerge } from './ClientMerges.tsx';

/** Page that merges another client into a client: which one, the values of both, and what moves. */
export function MergePage() {
  const { resource } = useResourceScreen();
  const { isPending } = useRequireAccess({ action: 'delete', resource: resource.path });
  if (isPending) return null;
  return (
    <ShowBase disableAuthentication queryOptions={fullRecordQuery}>
      <LoadedClient />
    </ShowBase>
  );
}

function LoadedClient() {
  const client = useRecordContext<Client>();
  return client ? <MergeForm client={client} /> : null;
}

function MergeForm({ client }: { client: Client }) {
  const [params, setParams] = useSearchParams();
  const other = params.get('other');
  const choose = (id: unknown) => setParams(typeof id === 'string' && id ? { other: id } : {}, { replace: true });
  return (
    <Box sx={{ maxWidth: 960 }}>
      <PageHeader title="Merge with another client" of={client} />
      <Box sx={{ display: 'grid', gap: 2 }}>
        <PageSection title="Other client">
          <Form key={other} defaultValues={{ other }} disableInvalidFormNotification>
            <ReferenceInput source="other" reference="clients" sort={{ field: 'name', order: 'ASC' }}>
              <AutocompleteInput
                label="Client to merge into this one"
                optionText={clientText}
                filterToQuery={searchQuery}
                getOptionDisabled={(option) => option.id === client.id}
                onChange={choose}
                openOnFocus={false}
                helperText="Search by name, phone number, website, e-mail or external ID. It will be deleted, and everything that belongs to it moves to this client."
              />
            </ReferenceInput>
          </Form>
          {other === null ? <LikelyDuplicates client={client} onChoose={choose} /> : null}
        </PageSection>
        {other === null ? null : <OtherClient key={other} client={client} id={other} />}
      </Box>
    </Box>
  );
}

/** Clients that may be the same business as this one, to choose from. */
function LikelyDuplicates({ client, onChoose }: { client: Client; onChoose: (id: string) => void }) {
  const { name, phoneNumber, website, email = '' } = client;
  const { data: others = [] } = useQuery({
    queryKey: ['clients', 'duplicates', client.id],
    queryFn: async ({ signal }): Promise<PossibleDuplicate[]> => {
      const query = new URLSearchParams({ name, phoneNumber, website, email, client: client.id });
      return (await request(`/api/clients/duplicates?${query}`, { signal })).json;
    },
  });
  if (others.length === 0) return null;
  return (
    <Box component="section" aria-label="Likely duplicates" sx={{ mt: 1 }}>
      <Typography variant="body2" color="text.secondary">
        These clients may be the same business:
      </Typography>
      {others.map((each) => (
        <Box key={each.id} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <Button size="small" sx={{ textAlign: 'start' }} onClick={() => onChoose(each.id)}>
            {duplicateText(each)}
          </Button>
          <Typography variant="caption" color="text.secondary">
            {duplicateReasonText(each)}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

const clientText = ({ name, businessAddress }: Client) => [name, businessAddress?.city].filter(Boolean).join(', ');

function OtherClient({ client, id }: { client: Client; id: string }) {
  const { data, error, refetch } = useGetOne<Client, Error>('clients', { id, ...fullRecordQuery }, { retry: false });
  if (error) return <LoadError subject="The other client" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton variant="rectangular" height={320} />;
  return <Comparison client={client} other={data} />;
}

/** A property with its value in each client. */
interface Row {
  field: Field;
  own: unknown;
  other: unknown;
}

/** The properties whose values are chosen. The place in the tree is one of them if both clients have different ones. */
function rowsOf(fields: Field[], client: Client, other: Client): { differing: Row[]; same: Row[] } {
  const rows = fields.map((field) => ({
    field,
    own: Reflect.get(client, field.name),
    other: Reflect.get(other, field.name),
  }));
  const organization = rows.filter(({ field }) => field.name === 'treeScope');
  const others = rows.filter(({ field }) => field.name !== 'treeScope');
  const isSame = (row: Row) => isEqual(row.own ?? null, row.other ?? null);
  const [own, foreign] = [client.treeScope, other.treeScope];
  const isPlaceChosen = own.length > 0 && foreign.length > 0 && own[1] !== foreign[1];
  return {
    differing: [...others.filter((row) => !isSame(row)), ...(isPlaceChosen ? organization : [])],
    same: others.filter((row) => isSame(row) && textOf(row.field, row.own) !== ''),
  };
}

/** The text of a value on one line. */
function textOf({ property }: Field, value: unknown): string {
  if (isRecord(value)) return Object.values(value).join(', ');
  return formatValue(value, property);
}

function Comparison({ client, other }: { client: Client; other: Client }) {
  const { resource } = useResourceScreen();
  const { differing, same } = rowsOf(mergedProperties(resource), client, other);
  // An empty value gives way to the other one, until somebody chooses.
  const isFilled = ({ field, own, other: theirs }: Row) => textOf(field, own) === '' && textOf(field, theirs) !== '';
  const [take, setTake] = useState(() => differing.filter(isFilled).map(({ field }) => field.name));
  const choose = (name: string, isOther: boolean) =>
    setTake((names) => [...names.filter((each) => each !== name), ...(isOther ? [name] : [])]);
  return (
    <>
      <PageSection title="Values to keep">
        <Box sx={{ ...columns, mb: 1 }}>
          <Box sx={{ display: { xs: 'none', sm: 'block' } }} />
          <ColumnHead title="This client" name={client.name} />
          <ColumnHead title="Other client" name={other.name} />
        </Box>
        {differing.map((row) => (
          <ChoiceRow
            key={row.field.name}
            row={row}
            clients={[client, other]}
            isOther={take.includes(row.field.name)}
            onChoose={(isOther) => choose(row.field.name, isOther)}
          />
        ))}
        {differing.length === 0 ? <Typography>Both clients have the same values.</Typography> : null}
        {client.treeScope.length === 0 && other.treeScope.length > 0 ? (
          <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
            This client has no organization yet, so it takes the place of the other one.
          </Typography>
        ) : null}
        {same.map(({ field, own }) => (
          <Box key={field.name} sx={{ ...columns, py: 0.75, borderTop: 1, borderColor: 'divider' }}>
            <Typography variant="body2" color="text.secondary" sx={labelCell}>
              {field.label}
            </Typography>
            <Typography variant="body2" color="text.secondary" sx={{ gridColumn: 'span 2', overflowWrap: 'anywhere' }}>
              {textOf(field, own)}
            </Typography>
          </Box>
        ))}
      </PageSection>
      <Confirmation client={client} other={other} take={take} />
    </>
  );
}

const columns = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) minmax(0, 1fr)', sm: '160px minmax(0, 1fr) minmax(0, 1fr)' },
  columnGap: 2,
  alignItems: 'center',
};

/** On a phone, the label has a line of its own. */
const labelCell = { gridColumn: { xs: 'span 2', sm: 'auto' } };

function ColumnHead({ title, name }: { title: string; name: string }) {
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Typography variant="caption" component="div" color="text.secondary">
        {title}
      </Typography>
      <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
    </Box>
  );
}

interface ChoiceRowProps {
  row: Row;
  clients: [Client, Client];
  isOther: boolean;
  onChoose: (isOther: boolean) => void;
}

/** The values of a property in both clients, of which one is chosen. */
function ChoiceRow({ row: { field, own, other }, clients, isOther, onChoose }: ChoiceRowProps) {
  const id = useId();
  const label = field.name === 'treeScope' ? 'Organization' : field.label;
  const sides = [
    { value: own, client: clients[0], isChosen: !isOther },
    { value: other, client: clients[1], isChosen: isOther },
  ];
  return (
    <Box role="radiogroup" aria-labelledby={id} sx={{ ...columns, py: 0.25, borderTop: 1, borderColor: 'divider' }}>
      <Typography id={id} variant="body2" sx={labelCell}>
        {label}
      </Typography>
      {sides.map(({ value, client, isChosen }, side) => (
        <Box
          key={client.id}
          component="label"
          sx={{ display: 'flex', alignItems: 'center', minWidth: 0, cursor: 'pointer' }}
        >
          <Radio size="small" name={id} checked={isChosen} onChange={() => onChoose(side === 1)} sx={{ ml: -1 }} />
          <Typography variant="body2" component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {field.name === 'treeScope' ? (
              <RecordContextProvider value={client}>
                <ReferenceField source="treeScope.1" reference="entities" link={false} />
              </RecordContextProvider>
            ) : (
              <span>{textOf(field, value) || 'Empty'}</span>
            )}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

interface ConfirmationProps {
  client: Client;
  other: Client;
  take: string[];
}

/** Says what moves and what is deleted, and merges. */
function Confirmation({ client, other, take }: ConfirmationProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['clients', 'mergePreview', other.id],
    queryFn: async ({ signal }): Promise<ClientMergePreview> =>
      (await request(`/api/clients/${other.id}/merge`, { signal })).json,
    retry: false,
    // No cache: the counts before a merge must be current.
    staleTime: 0,
  });
  const { merge, isPending, mergeError } = useMerge(client, other, take);
  if (error) return <LoadError subject="What would move" error={error} onRetry={refetch} />;
  return (
    <PageSection title="What happens">
      <Box sx={{ display: 'grid', gap: 2 }}>
        {data ? <Moves preview={data} from={other.name} to={client.name} /> : <Skeleton height={48} />}
        <Alert severity="warning">
          {`${other.name} will be deleted. Everyone who can see ${client.name} will see everything that moves to it. You can undo the merge for 30 days.`}
        </Alert>
        {mergeError ? (
          <Alert severity="error">
            <AlertTitle>Clients not merged</AlertTitle>
            <span>{mergeError.message}</span>
          </Alert>
        ) : null}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button variant="contained" disabled={isPending || !data} onClick={() => void merge()}>
            {`Merge ${other.name} into ${client.name}`}
          </Button>
          <Button color="inherit" component={Link} to={`/clients/${client.id}`}>
            Cancel
          </Button>
        </Box>
      </Box>
    </PageSection>
  );
}

/** 'These move from A to B: 5 orders, 1 file.' */
function Moves({ preview: { moves, files }, from, to }: { preview: ClientMergePreview; from: string; to: string }) {
  const counted = [...moves, { type: 'File', count: files }].flatMap(({ type, count }) => {
    const resource = resourceByName(type);
    return resource && count > 0 ? [countWithNoun(resource, count)] : [];
  });
  if (counted.length === 0) return <Typography>{`Nothing belongs to ${from} that has to move.`}</Typography>;
  return (
    <div>
      <Typography>{`These move from ${from} to ${to}:`}</Typography>
      <ul style={{ margin: 0, paddingLeft: 18 }}>
        {counted.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

/** Milliseconds during which the notification offers Undo. Later, the page of the client does. */
const timeToUndo = 10_000;

function useMerge(client: Client, other: Client, take: string[]) {
  const notify = useNotify();
  const redirect = useRedirect();
  const reload = useReloadMerged();
  const undo = useUndoMerge();
  const [isPending, setPending] = useState(false);
  const [mergeError, setError] = useState<Error>();
  const merge = async () => {
    setPending(true);
    setError(undefined);
    const body: ClientMergeRequest = { other: other.id, otherRevision: other.revision, take };
    try {
      const { json } = await request(`/api/clients/${client.id}/merge`, {
        method: 'POST',
        headers: ifMatchHeaders(client),
        body: JSON.stringify(body),
      });
      const done: ClientMerge = json;
      redirect(`/clients/${client.id}`);
      await reload();
      notify(<UndoNotification words={`${other.name} merged into ${client.name}`} onUndo={() => void undo(done)} />, {
        type: 'success',
        autoHideDuration: timeToUndo,
      });
    } catch (error) {
      setError(error instanceof Error ? error : new Error(String(error)));
      setPending(false);
      // Somebody may have changed one of them: the next attempt is based on what is shown then.
      await reload();
    }
  };
  return { merge, isPending, mergeError };
}
