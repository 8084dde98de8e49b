import { SelectInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { tileIcons } from '#schemas/guilds/tile-icons.ts';
import { labelOf } from '#schemas/resource/resource.ts';
import type { FieldProps } from '../generate/override.ts';
import { TextOrDash } from '../generate/read-only.tsx';
import { useFieldValue } from '../generate/useFieldValue.ts';
import { NestedList } from '../nested/NestedList.tsx';
import { useChildRecords } from '../nested/useChildRecords.ts';
import { request } from '../provider/http.ts';
import { TileContentInput } from './TileContentInput.tsx';
import { TilePlace, TilePlaceInput } from './tile-place.tsx';

const editableFields = ['title', 'place', 'icon', 'content'];

/** The API's page limit: reordering needs all tiles. */
const tileLimit = 200;

/** Tiles of a guild in display order; can be reordered. */
export function GuildResources() {
  const source = useChildRecords('GuildResource', tileLimit);
  const end = Math.max(-1, ...(source.rows ?? []).map(({ order }) => Number(order))) + 1;
  return (
    <NestedList
      source={{ ...source, create: (values) => source.create({ ...values, order: end }) }}
      words={{
        title: 'Resources',
        add: 'Add a tile',
        one: 'tile',
        none: 'No tile yet. Tiles stand on the home page or in the knowledge base of the members.',
      }}
      columns={['title', 'place', 'icon']}
      formFields={{ create: editableFields, update: editableFields }}
      cells={{ place: TilePlace, icon: IconInWords }}
      inputs={{ place: TilePlaceInput, icon: IconInput, content: TileContentInput }}
      onReorder={
        source.can('update')
          ? async (rows) => {
              const places = rows.map(({ id }, order) => ({ id, order }));
              await request(source.address, { method: 'PATCH', body: JSON.stringify(places) });
              await source.refresh();
            }
          : undefined
      }
    />
  );
}

function IconInWords({ source }: FieldProps) {
  const icon = useFieldValue(source);
  return <TextOrDash text={typeof icon === 'string' ? labelOf(icon) : ''} />;
}

/** Icon select. Keeps a value that the portal has no icon for. */
function IconInput({ source, field }: FieldProps) {
  const icon: unknown = useWatch({ name: source });
  const isOther = typeof icon === 'string' && icon !== '' && !tileIcons.some((known) => known === icon);
  const names = isOther ? [icon, ...tileIcons] : tileIcons;
  return (
    <SelectInput
      source={source}
      label={field.label}
      helperText={false}
      resettable
      choices={names.map((name) => ({ id: name, name: labelOf(name) }))}
    />
  );
}
