import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { parseSiteUrl } from '#schemas/audits/outcomes.ts';
import type { Client, ClientInput } from '#schemas/generated/types.ts';
import { AccessButton } from '../access/AccessButton.tsx';
import { isNotFound } from '../api/ApiError.ts';
import { recordOf } from '../api/queries.ts';
import { channelPath, useChannels } from '../channels/useChannels.ts';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { PageHead } from '../frame/PageHead.tsx';
import { Button, buttonClass } from '../look/Button.tsx';
import { PartLoadError, RecordNotFound } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import clientFactsStyles from './ClientFacts.module.css';
import { ClientOverviewPanel } from './ClientOverview.tsx';
import styles from './ClientView.module.css';
import { clientField, clientProperties, clientText } from './clientFields.ts';
import { organizationPath, useOrganizations } from './organizations.ts';

const ClientEditor = lazyComponent(async () => (await import('./ClientEditor.tsx')).ClientEditor, {
  fallback: () => <Skeleton lines={8} />,
  errorFallback: PartLoadError,
});

/** The client page: read view first, with a button that opens the editor. */
export function ClientPage() {
  const { clientId = '' } = useParams();
  return <Shown key={clientId} id={clientId} />;
}

function Shown({ id }: { id: string }) {
  const client = useQuery(recordOf('clients', id));
  const [isEditing, setEditing] = useState(false);
  const isGone = isNotFound(client.error);
  if (client.data && isEditing)
    return <ClientEditor read={client.data} isGone={isGone} onEnd={() => setEditing(false)} />;
  if (client.data && !isGone) return <ClientView client={client.data} onEdit={() => setEditing(true)} />;
  if (client.error)
    return <RecordNotFound thing="client" all=".." error={client.error} onRetry={() => void client.refetch()} />;
  return <Skeleton lines={8} />;
}

/** The read view of a client, with the buttons to edit it and to create an order for it. */
function ClientView({ client, onEdit }: { client: Client; onEdit: () => void }) {
  const { ability } = useSignedIn();
  const { channel, channels } = useChannels();
  const target = channel ?? channels[0];
  return (
    <>
      <PageHead
        title={client.name}
        actions={
          <>
            <AccessButton type="Client" id={client.id} />
            {ability.can('update', 'Client') && <Button onClick={onEdit}>Edit</Button>}
            {target && ability.can('create', 'Order') && (
              <Link className={buttonClass('primary')} to={`${channelPath(target, 'orders/draft')}?for=${client.id}`}>
                New Order for this client
              </Link>
            )}
          </>
        }
      />
      <div className={styles.page}>
        <section className={styles.section} aria-label="Details">
          <ClientFacts client={client} />
        </section>
        <ClientOverviewPanel client={client} />
      </div>
    </>
  );
}

/** The read-only details of a client in the order of the form, and its organization. The title shows the name. */
function ClientFacts({ client }: { client: Client }) {
  const places = useOrganizations();
  return (
    <dl className={clientFactsStyles.facts}>
      {clientProperties
        .filter((property) => property !== 'name')
        .map((property) => (
          <Fact key={property} label={clientField(property).label}>
            {displays[property]?.(client) ?? clientText(client, property)}
          </Fact>
        ))}
      <Fact label="Organization">
        {client.treeScope.length === 0
          ? 'None. Only administrators can see this client.'
          : organizationPath(client, places.data ?? []) || '–'}
      </Fact>
    </dl>
  );
}

/** The properties that are displayed as more than their text. */
const displays: Record<string, Display> = {
  businessAddress: addressOf,
  phoneNumber: ({ phoneNumber }) => <a href={`tel:${phoneNumber}`}>{phoneNumber}</a>,
  email: ({ email }) => email && <a href={`mailto:${email}`}>{email}</a>,
  website: (client) => <Website client={client} />,
} satisfies { [Property in keyof ClientInput]?: Display };

type Display = (client: Client) => ReactNode;

/** Renders nothing for an empty value. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div className={clientFactsStyles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Website({ client }: { client: Client }) {
  const site = websiteUrl(client);
  if (!site) return client.website;
  return (
    <a href={site} target="_blank" rel="noreferrer noopener">
      {client.website}
    </a>
  );
}

/** Formats the address of a business in one line. */
export function addressOf({ businessAddress: { street, city, state, zip } }: Pick<Client, 'businessAddress'>): string {
  return `${street}, ${city}, ${state} ${zip}`;
}

/** Returns the URL of a client's website, or undefined if the text is no address: people also type 'none yet' there. */
export function websiteUrl({ website }: Pick<Client, 'website'>): string | undefined {
  const address = /^https?:\/\//i.test(website) ? website : `https://${website}`;
  return parseSiteUrl(address) && /^https?:\/\/[^\s/]+\.[^\s/]+/i.test(address) ? address : undefined;
}
