// Finds the address below which a feed says that its pictures or its pages are: `pictures are in https://shop.example/pics/`,
// above columns that have names of files only, and `LotPages="https://shop.example/sale/7/"` above `Page="lot-1"`.
import { parseUrl } from '../../listing/domain-name.ts';
import { normalizeHttpUrl } from '../../listing/http-url.ts';

export type StatedRoots = Readonly<Partial<Record<'pictures' | 'pages', string | undefined>>>;

const ADDRESS = /([^\n|;]{0,60}?)(https?:\/\/[^\s"'<>|,;]{1,300})/gi;
const PICTURE = /(?:pic|pix|image|img|photo|media)/i;
const SMALL = /thumb|small/i;
/** `Pages: `, `link base=`; a page alone may be that of all vehicles. */
const PAGES = /(?:page|link|advert|listing|url)s\W/i;
const PAGE = /page|link|advert|listing|url/i;
/** Words for an address that does not end in a slash, and is a folder nevertheless. */
const FOLDER = /(?<!data)base|root|folder|prefix|path/i;
/** The names of pictures' files, perhaps in folders: `q212a.jpg`, `212/front view.png`. */
const FILE = /^(?:[\w ()-]+\/){0,4}[\w()-][\w .()-]*\.(?:jpe?g|png|webp|gif|avif)$/i;
const BETWEEN = /[|,;\r\n]+|(?<=\.(?:jpe?g|png|webp|gif|avif))\s+/i;

/** The addresses of folders of pictures that a text states, and those of pages on the dealer's site. */
export function rootsIn(
  text: string,
  dealer: string | undefined,
): readonly (readonly [of: keyof StatedRoots, root: string])[] {
  return Array.from(text.matchAll(ADDRESS), ([, before = '', address = '']) => {
    const isFolder = address.endsWith('/') || FOLDER.test(before);
    const root = normalizeHttpUrl(address.endsWith('/') ? address : `${address}/`);
    if (!isFolder || root === undefined || SMALL.test(before + address)) return undefined;
    if (PICTURE.test(before) || PICTURE.test(address)) return ['pictures', root] as const;
    const host = parseUrl(root)?.hostname ?? '';
    const isOfDealer = dealer !== undefined && (host === dealer || host.endsWith(`.${dealer}`));
    const isOfPages = PAGES.test(before) || (PAGE.test(before) && FOLDER.test(before));
    return isOfDealer && isOfPages ? (['pages', root] as const) : undefined;
  }).filter((root) => root !== undefined);
}

/** The values of pictures, with names of files below the root where all of a value are such names. */
export function picturesBelow(value: unknown, root: string | undefined): unknown {
  if (root === undefined) return value;
  return [value].flat().flatMap((one: unknown) => {
    if (typeof one !== 'string') return [one];
    const files = one.split(BETWEEN).flatMap((file) => file.trim() || []);
    return files.length > 0 && files.every((file) => FILE.test(file))
      ? files.map((file) => root + encodeURI(file))
      : [one];
  });
}

/** The end of a page's address, which is more than a word: `lot-1`, `rio-2019.html`. */
const PAGE_NAME = /^(?=[^.]*[0-9-])[a-z0-9][\w~-]*(?:\.(?:html?|php|aspx?))?$/i;

/** The value of an advert's address, below the root if it is the end of one. */
export function pageBelow(value: unknown, root: string | undefined): unknown {
  const isBelow = root !== undefined && typeof value === 'string' && PAGE_NAME.test(value.trim());
  return isBelow ? root + value.trim() : value;
}
