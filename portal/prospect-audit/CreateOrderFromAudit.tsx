import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ClientInput, Order, ProspectAudit } from '#schemas/generated/types.ts';
import { ApiError } from '../api/ApiError.ts';
import { recordOf } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { useIdempotencyKey } from '../api/useIdempotencyKey.ts';
import { channelPath, useChannels } from '../channels/useChannels.ts';
import { ClientForm } from '../clients/ClientForm.tsx';
import { emptyClient } from '../clients/clientFields.ts';
import { EntitySelect } from '../clients/EntitySelect.tsx';
import { organizationChoices, useOrganizations } from '../clients/organizations.ts';
import { SimilarClients } from '../clients/SimilarClients.tsx';
import { Button } from '../look/Button.tsx';
import { Field } from '../look/Field.tsx';
import { LoadError } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import { useToast } from '../look/Toasts.tsx';
import styles from './Audit.module.css';
import { type SuggestedProduct, suggestionsOf } from './auditQueries.ts';

/** Creates a client and a draft order from an audit in one step, after the missing client fields are filled in. */
export function CreateOrderFromAudit({ audit, onClose }: { audit: ProspectAudit; onClose: () => void }) {
  const { channels, channel: defaultChannel, error: channelError } = useChannels();
  const [channelId, setChannelId] = useState(defaultChannel?.id ?? '');
  const channel = channels.find(({ id }) => id === channelId) ?? defaultChannel ?? channels[0];
  const places = useOrganizations();
  const record = useQuery({ ...recordOf('channels', channel?.id ?? ''), enabled: channel !== undefined });
  const suggestions = useQuery(suggestionsOf(audit.id));
  const error = channelError ?? places.error ?? record.error ?? suggestions.error;
  return (
    <section className={styles.block} aria-labelledby="make-order">
      <h2 id="make-order">Create client and order</h2>
      {error && <LoadError error={error} />}
      {channels.length > 1 && (
        <Field label="Channel" isRequired mark="" hint="The draft order is created in this channel.">
          {(control) => (
            <select {...control} value={channel?.id} onChange={({ target }) => setChannelId(target.value)}>
              {channels.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {channel && places.data && record.data && suggestions.data ? (
        <Chosen
          key={channel.id}
          {...{ audit, channel, onClose }}
          {...organizationChoices(places.data, record.data.entityId)}
          suggestions={suggestions.data}
        />
      ) : (
        !error && <Skeleton lines={6} />
      )}
    </section>
  );
}

interface ChosenProps extends ReturnType<typeof organizationChoices> {
  audit: ProspectAudit;
  channel: { id: string; name: string; slug?: string };
  suggestions: SuggestedProduct[];
  onClose: () => void;
}

function Chosen({ audit, channel, choices, first, suggestions, onClose }: ChosenProps) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const toast = useToast();
  const keyOf = useIdempotencyKey();
  const [values] = useState(() => clientFromAudit(audit));
  const [entityId, setEntity] = useState(first);
  const [isMissing, setMissing] = useState(false);
  const [products, setProducts] = useState(() => suggestions.map(({ product }) => product.id));
  const make = useMutation({
    mutationFn: (clientChoice: { client: ClientInput; entityId: string } | { clientId: string }) => {
      const path = `prospect_audit/${audit.id}/order`;
      const body = { channelId: channel.id, products, ...clientChoice };
      return request<Order>({ method: 'POST', path, body, idempotencyKey: keyOf({ path, ...body }) });
    },
    onSuccess: async (order) => {
      toast('Client and draft order created');
      await cache.invalidateQueries();
      await navigate(channelPath(channel, `orders/${order.id}`));
    },
  });
  const clientError = useMemo(() => atClient(make.error), [make.error]);
  const change = (id: string, isChosen: boolean) =>
    setProducts((before) => (isChosen ? [...before, id] : before.filter((each) => each !== id)));
  return (
    <>
      {suggestions.length > 0 && (
        <fieldset className={styles.choices}>
          <legend>Suggested products</legend>
          {suggestions.map(({ product, reasons }) => (
            <label key={product.id} className={styles.choice}>
              <input
                type="checkbox"
                checked={products.includes(product.id)}
                onChange={({ target }) => change(product.id, target.checked)}
              />
              <span>
                <span>{product.name}</span> <span className={styles.soft}>{reasons.join('; ')}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <SimilarClients
        typed={{ name: audit.businessName }}
        act={({ id, name }) => (
          <Button
            isBusy={make.isPending}
            onClick={() => make.mutate({ clientId: id })}
            aria-label={`Create order for ${name}`}
          >
            Create order
          </Button>
        )}
      />
      {choices.length > 1 && (
        <EntitySelect
          choices={choices}
          mayStayOutside={false}
          value={entityId}
          isMissing={isMissing && entityId === ''}
          onChange={setEntity}
        />
      )}
      <ClientForm
        values={values}
        submit="Create client and order"
        isSaving={make.isPending}
        error={clientError}
        onSubmit={(client) => (entityId === '' ? setMissing(true) : make.mutate({ client, entityId }))}
        onType={nothing}
      />
      <div>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </>
  );
}

const nothing = () => undefined;

/** Moves the errors under `/client` to the paths of the client form. */
function atClient(error: Error | null): Error | null {
  if (!(error instanceof ApiError)) return error;
  const { status, label, code, reqId, reason } = error;
  const fields = error.fields.map((field) => ({ ...field, path: field.path.replace(/^\/client(?=\/)/, '') }));
  return new ApiError(status, {
    ...{ error: label, code, details: { fields } },
    ...(reqId === undefined ? {} : { reqId }),
    ...(reason === undefined ? {} : { reason }),
  });
}

/** Prefills a client from the data of an audit. */
function clientFromAudit(audit: ProspectAudit): ClientInput {
  const street = [audit.businessBuildingNo, audit.businessStreet].filter(Boolean).join(' ');
  return {
    ...emptyClient,
    name: audit.businessName,
    businessName: audit.businessName,
    businessAddress: {
      street,
      city: audit.businessCity ?? '',
      state: audit.businessState ?? '',
      zip: audit.businessZip ?? '',
    },
    website: audit.businessUrl ?? '',
    phoneNumber: audit.businessPhone ?? '',
  };
}
