import { Box, FormHelperText, Typography } from '@mui/material';
import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { SelectInput, TextInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { FileUpload } from '#portal/forms/files/FileUpload.tsx';
import { imageTypes } from '#portal/forms/files/fileValidation.ts';
import { createUploads } from '#portal/forms/files/uploads.ts';
import { MarkdownText } from '#portal/forms/widgets/MarkdownText.tsx';
import { fileUrl } from '#schemas/files/thumbnails.ts';
import type { GuildResource } from '#schemas/generated/types.ts';
import { tileIcons } from '#schemas/guilds/tile-icons.ts';
import { labelOf } from '#schemas/resource/resource.ts';
import type { FieldProps } from '../generate/override.ts';
import { TextOrDash } from '../generate/read-only.tsx';
import { inputProps } from '../generate/scalar-inputs.tsx';
import { useFieldValue } from '../generate/useFieldValue.ts';
import { NestedList } from '../nested/NestedList.tsx';
import { useChildRecords } from '../nested/useChildRecords.ts';
import { request } from '../provider/http.ts';

const editableFields = ['title', 'place', 'icon', 'content'];

/** The API's page limit: reordering needs all tiles. */
const tileLimit = 200;

/** Tiles of a guild in display order; can be reordered. */
export function GuildResources() {
  const source = useChildRecords('GuildResource', { rowsPerPage: tileLimit });
  const end = Math.max(-1, ...(source.rows ?? []).map(({ order }) => Number(order))) + 1;
  return (
    <NestedList
      source={{ ...source, create: (values) => source.create({ ...values, order: end }) }}
      words={{
        title: 'Resources',
        add: 'Add a tile',
        one: 'tile',
        none: "No tiles yet. Tiles appear on the members' home page or in their knowledge base.",
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

/** Markdown input of a tile. Pictures are uploaded on selection and inserted after the current line. */
function TileContentInput(props: FieldProps) {
  const { source } = props;
  const id = useId();
  const [uploads] = useState(() => createUploads());
  const { getValues, setValue } = useFormContext();
  const uploadError = () => (uploads.isUploading() ? 'Picture upload in progress. Save again in a moment.' : undefined);
  const cursor = useRef(Number.POSITIVE_INFINITY);
  const follow = ({ target }: SyntheticEvent) => {
    if (target instanceof HTMLTextAreaElement) cursor.current = target.selectionEnd;
  };
  const put = (picture: string) => {
    const text: unknown = getValues(source);
    const markdown = typeof text === 'string' ? text : '';
    const end = markdown.indexOf('\n', cursor.current);
    const place = end < 0 ? markdown.length : end;
    const before = [markdown.slice(0, place).trimEnd(), picture].filter(Boolean).join('\n\n');
    const after = markdown.slice(place).trimStart();
    // Insert the next picture after this one.
    cursor.current = before.length;
    const changed = after === '' ? `${before}\n` : `${before}\n\n${after}`;
    setValue(source, changed, { shouldDirty: true, shouldTouch: true });
  };
  return (
    <Box sx={{ display: 'grid', gap: 1 }} onSelect={follow}>
      <MarkdownInput {...props} rules={uploadError} />
      <FileUpload
        id={id}
        uploads={uploads}
        files={[]}
        isMultiple
        accepted={imageTypes}
        described={{ 'aria-label': 'Add pictures', 'aria-describedby': `${id}-hint` }}
        add={({ id: file, name }) => put(`![${name.replace(/[[\]\\]/g, ' ')}](${fileUrl(file)})`)}
        remove={() => undefined}
        leave={() => undefined}
      />
      <FormHelperText id={`${id}-hint`}>
        Pictures are inserted after the line you last edited, or at the end. Everyone who can read the tile can see
        them.
      </FormHelperText>
    </Box>
  );
}

const words: Record<GuildResource['place'], string> = { kb: 'Knowledge base', homepage: 'Home page' };
const places = Object.entries(words).map(([id, name]) => ({ id, name }));

/** List cell with the tile's location in words. */
function TilePlace({ source }: FieldProps) {
  return <Typography>{useFieldValue(source) === 'homepage' ? words.homepage : words.kb}</Typography>;
}

function TilePlaceInput({ source, field }: FieldProps) {
  return <SelectInput source={source} label={field.label} choices={places} helperText={false} />;
}

/** Markdown input with a live preview. */
function MarkdownInput(props: FieldProps) {
  const text: unknown = useWatch({ name: props.source });
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <TextInput {...inputProps(props)} helperText="Markdown" parse={identity} multiline minRows={6} maxRows={20} />
      {typeof text === 'string' && text.trim() !== '' ? (
        <Box
          role="region"
          aria-label={`Preview of ${props.field.label.toLowerCase()}`}
          tabIndex={0}
          sx={{ p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1, maxHeight: 240, overflow: 'auto' }}
        >
          <Typography variant="caption" color="text.secondary">
            Preview
          </Typography>
          <MarkdownText text={text} />
        </Box>
      ) : null}
    </Box>
  );
}

const identity = (value: string) => value;
