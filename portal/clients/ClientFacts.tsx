import type { ReactNode } from 'react';
import { Client as clientSchema } from '#schemas/generated/registry.ts';
import type { Client } from '#schemas/generated/types.ts';
import styles from './ClientFacts.module.css';

import { type ClientPath, clientField } from './clientFields.ts';
import { organizationPath, useOrganizations } from './organizations.ts';

/** The read-only details of a client, and its organization. */
export function ClientFacts({ client }: { client: Client }) {
  const places = useOrganizations();
  const { businessName, businessOwner, industry, phoneNumber, email, externalId, treeScope } = client;
  return (
    <dl className={styles.facts}>
      <Fact label={labelOf('businessName')}>{businessName}</Fact>
      <Fact label={labelOf('businessOwner')}>{businessOwner}</Fact>
      <Fact label={labelOf('industry')}>{industry}</Fact>
      <Fact label={clientSchema.properties.businessAddress?.title ?? ''}>{addressOf(client)}</Fact>
      <Fact label={labelOf('phoneNumber')}>
        <a href={`tel:${phoneNumber}`}>{phoneNumber}</a>
      </Fact>
      <Fact label={labelOf('email')}>{email && <a href={`mailto:${email}`}>{email}</a>}</Fact>
      <Fact label={labelOf('website')}>
        <Website client={client} />
      </Fact>
      <Fact label={labelOf('externalId')}>{externalId}</Fact>
      <Fact label="Organization">
        {treeScope.length === 0
          ? 'None. Only administrators can see this client.'
          : organizationPath(client, places.data ?? []) || '–'}
      </Fact>
    </dl>
  );
}

const labelOf = (path: ClientPath) => clientField(path).label;

/** Renders nothing for an empty value. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div className={styles.fact}>
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
  return URL.canParse(address) && /^https?:\/\/[^\s/]+\.[^\s/]+/i.test(address) ? address : undefined;
}
