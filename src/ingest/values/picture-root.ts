// Finds the address below which a feed says that its pictures are: `pictures are in https://shop.example/pics/`, above columns
// that have names of files only.
import { normalizeHttpUrl } from './url.ts';

const ADDRESS = /([^\n|;]{0,60}?)(https?:\/\/[^\s"'<>|,;]{1,300})/gi;
const PICTURE = /(?:pic|pix|image|img|photo|media)/i;
const SMALL = /thumb|small/i;
/** Words for an address that does not end in a slash, and is a folder nevertheless. */
const FOLDER = /\b(?:base|root|folder|prefix|path)/i;
/** The names of pictures' files, perhaps in folders: `q212a.jpg`, `212/front view.png`. */
const FILE = /^(?:[\w ()-]+\/){0,4}[\w()-][\w .()-]*\.(?:jpe?g|png|webp|gif|avif)$/i;
const BETWEEN = /[|,;\r\n]+|(?<=\.(?:jpe?g|png|webp|gif|avif))\s+/i;

/** The addresses of folders of pictures that a text states. */
export function pictureRootsIn(text: string): readonly string[] {
  return Array.from(text.matchAll(ADDRESS), ([, before = '', address = '']) => {
    const isFolder = address.endsWith('/') || FOLDER.test(before.replace(/([a-z])(?=[A-Z])/g, '$1 '));
    const isOfPictures = PICTURE.test(before) || PICTURE.test(address);
    if (!isFolder || !isOfPictures || SMALL.test(before + address)) return undefined;
    return normalizeHttpUrl(address.endsWith('/') ? address : `${address}/`);
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
