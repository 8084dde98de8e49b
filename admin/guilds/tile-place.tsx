import { Typography } from '@mui/material';
import { SelectInput } from 'react-admin';
import type { GuildResource } from '#schemas/generated/types.ts';
import type { FieldProps } from '../generate/override.ts';
import { useFieldValue } from '../generate/useFieldValue.ts';

const words: Record<GuildResource['place'], string> = { kb: 'Knowledge base', homepage: 'Home page' };
const places = Object.entries(words).map(([id, name]) => ({ id, name }));

/** List cell with the tile's location in words. */
export function TilePlace({ source }: FieldProps) {
  return <Typography>{useFieldValue(source) === 'homepage' ? words.homepage : words.kb}</Typography>;
}

export function TilePlaceInput({ source, field }: FieldProps) {
  return <SelectInput source={source} label={field.label} choices={places} helperText={false} />;
}
