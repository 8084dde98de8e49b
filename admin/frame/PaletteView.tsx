import { useMemo } from 'react';
import {
  type Command,
  CommandPalette,
  clientCommand,
  EmbeddedPaletteBoundary,
  orderCommand,
} from '#portal/palette/PaletteDialog.tsx';
import type { PaletteViewProps } from '#portal/palette/PaletteHost.tsx';
import { ShortcutsDialog } from '#portal/palette/ShortcutsDialog.tsx';
import type { SearchResults } from '#schemas/searching/search-results.ts';
import { catalogue, singularOf } from '../generate/catalogue.ts';
import { creatableResources, menuGroupsFor } from '../provider/permissions.ts';
import { type Session, useSession } from '../provider/session.ts';

/** The command palette of the back-office (Ctrl+K), and the list of keyboard shortcuts (?). */
export function PaletteView({ shown, onClose }: PaletteViewProps) {
  const session = useSession();
  if (!session) return null;
  return (
    <EmbeddedPaletteBoundary view={shown} onClose={onClose}>
      {shown === 'keys' ? (
        <ShortcutsDialog onClose={onClose} missing={['changeChannel']} />
      ) : (
        <BackOfficePalette session={session} onClose={onClose} />
      )}
    </EmbeddedPaletteBoundary>
  );
}

function BackOfficePalette({ session, onClose }: { session: Session; onClose: () => void }) {
  const fixed = useMemo(() => [...pageCommands(session), ...portalCommands], [session]);
  return <CommandPalette fixed={fixed} commandsFor={resultCommands} onClose={onClose} />;
}

/** Returns a command for each page of the menu, and one for each page that creates a record, if the person may. */
function pageCommands(session: Session): Command[] {
  const items = menuGroupsFor(catalogue, session.user.roles).flatMap((group) => group.items);
  const pages = items.map(({ path, label }): Command => {
    return { key: path, group: 'Pages', title: label, href: `/${path}` };
  });
  const creations = creatableResources(catalogue, session).map((resource): Command => {
    const href = `/${resource.path}/new`;
    return { key: href, group: 'Pages', title: `New ${singularOf(resource).toLowerCase()}`, href };
  });
  return [...pages, ...creations];
}

/** The way back: pages of the portal. */
const portalCommands = [
  { title: 'Portal: Home', href: '/' },
  { title: 'Portal: Settings', href: '/settings' },
].map((page): Command => ({ ...page, key: `portal ${page.href}`, group: 'Pages', isElsewhere: true }));

const resultCommands = ({ clients, orders }: SearchResults): Command[] => [
  ...clients.map((client) => clientCommand(client, `/clients/${client.id}`)),
  ...orders.map((order) => orderCommand(order, { href: `/orders/${order.id}` })),
];
