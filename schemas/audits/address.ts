/** The parts of an address, as properties of an audit. */
export interface AddressParts {
  businessBuildingNo: string;
  businessStreet: string;
  businessCity: string;
  businessState: string;
  businessZip: string;
}

/** Parses a one-line address such as '12 Main Street, Springfield, MI 49007'. Missing parts are empty strings. */
export function readAddress(line: string): AddressParts {
  const [place = '', ...others] = line
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/^(usa|u\.s\.a\.|united states)$/i.test(part));
  const [, businessBuildingNo = '', businessStreet = ''] = /^(\d+[A-Za-z]?(?:-\d+)?)\s+(.+)$/.exec(place) ?? [
    '',
    '',
    place,
  ];
  const last = others.at(-1) ?? '';
  const [, businessState = '', businessZip = ''] = /^([A-Za-z][A-Za-z .]*?)?\s*(\d{5}(?:-\d{4})?)?$/.exec(last) ?? [];
  const hasRegion = businessZip !== '' || /^[A-Z]{2}$/.test(businessState);
  const city = hasRegion ? (others.at(-2) ?? '') : last;
  return {
    ...{ businessBuildingNo, businessStreet },
    businessCity: city,
    businessState: hasRegion ? businessState : '',
    businessZip,
  };
}
