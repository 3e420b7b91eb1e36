// What the words of `q` mean: classes, terms of the trade, forms of words, completions and typing errors; ranking.
import { finds, row, type Case } from './case.ts';

// Listings that a search finds for the same reason are in order of price.
const AUTOMATIC = 'golf 330d octavia kuga xj leaf c-hr 320d a4 c-class e-class mirai';
const HYBRIDS = 'golf octavia c-hr e-class';
const SAT_NAV = '330d three 320d';
const FULL_HISTORY = '330d three';
const HISTORY = '330d three 320d';
const AIR_CON = '330d three 320d';
const FIVE_DOORS = 'golf 330d golf-plus';
const TOW_BAR = 'golf-plus c3';
const FOUR_BY_FOUR = 'octavia kuga';
const HEAD_UP = 'c-class e-class';
const FOCUS = 'no-year no-price new-focus no-picture no-mileage no-description';

export const MEANING_CASES: readonly Case[] = [
  ...row(
    'sort missing with q',
    { query: 'q=golf', expect: finds('golf golf-plus a4'), reason: 'relevance: the model counts more than the description' },
    { query: 'q=golf&sort=', expect: finds('golf golf-plus a4'), reason: 'a blank sort is not sent' },
    { query: 'q=golf&location=LS1', expect: finds('golf golf-plus a4'), reason: 'relevance, also with a location' },
    { query: 'q=golf&sort=price_asc', expect: finds('golf-plus a4 golf'), reason: 'another sort is followed' },
  ),
  ...row(
    'What a word means',
    { query: 'q=full+service+history', expect: finds(FULL_HISTORY), reason: 'the longest term first' },
    { query: 'q=service+history', expect: finds(HISTORY), reason: 'a shorter term is said by the longer one too' },
    { query: 'q=history+full+service', expect: finds('330d'), reason: 'in another order they are words, which FSH does not say' },
    { query: 'q=bmw+satnav+m+sport', expect: finds('three 320d'), reason: 'terms among words, read from the left' },
    { query: 'q=m+sport+fsh+aircon', expect: finds('three'), reason: 'every term must match' },
    { query: 'q=s+line', expect: finds('wartburg'), reason: 'a term that no listing says is read as words' },
    { query: 'q=style+pack', expect: finds('at-unit at-sector'), reason: 'words side by side as asked come before cheaper ones apart' },
    { query: 'q=pack+style', expect: finds('at-unit at-sector'), reason: 'side by side in another order is not as asked: by price' },
    { query: 'q=rav+4', expect: finds('at-district nowhere'), reason: 'the words as asked come before their joined form' },
    { query: 'q=auto+golf', expect: finds('golf a4'), reason: 'a model comes before a text' },
    { query: 'q=satnav+satnav+sat+nav', expect: finds(SAT_NAV), reason: 'a repeated term counts once' },
  ),
  ...row(
    'A class',
    { query: 'q=auto', expect: finds(AUTOMATIC), reason: 'automatics, and what says so where the gearbox is unknown; not Android Auto' },
    { query: 'q=automatic', expect: finds(AUTOMATIC), reason: 'in its canonical word' },
    { query: 'q=autos', expect: finds(AUTOMATIC), reason: 'in plural' },
    { query: 'q=auto+golf&make=VW', expect: finds('golf'), reason: 'with a model: golf-plus is manual' },
    { query: 'q=dsg&make=VW', expect: finds('golf'), reason: 'a usual spelling' },
    { query: 'q=semi-auto&make=BMW', expect: finds('330d 320d'), reason: 'a usual spelling, in two words' },
    { query: 'q=semiauto&make=BMW', expect: finds('330d 320d'), reason: 'a usual spelling, joined' },
    { query: 'q=manual&make=Audi', expect: finds('a3'), reason: 'manuals' },
    { query: 'q=manual&model=c-hr', expect: finds(''), reason: 'a known automatic, whatever its text says' },
    { query: 'q=automatic&model=kuga', expect: finds('kuga'), reason: 'an unknown gearbox: its text says so' },
    { query: 'q=manual&model=kuga', expect: finds(''), reason: 'an unknown gearbox: its text does not say so' },
    { query: 'q=petrol&make=BMW', expect: finds('three'), reason: 'petrol' },
    { query: 'q=diesel&make=Mercedes', expect: finds('c-class'), reason: 'diesel, and not the heater of a hybrid' },
    { query: 'q=hybrid', expect: finds(HYBRIDS), reason: 'every kind of hybrid' },
    { query: 'q=phev', expect: finds('golf octavia c-hr e-class'), reason: 'a usual spelling of a class stands for the class, first what says it' },
    { query: 'q=electric', expect: finds('leaf mirai'), reason: 'electric, or said where the fuel is of no class; not electric windows' },
    { query: 'q=ev', expect: finds('leaf mirai'), reason: 'a usual spelling, also where the text has another one' },
  ),
  ...row(
    'A term of the trade',
    { query: 'q=satnav', expect: finds(SAT_NAV), reason: 'equipment: one word' },
    { query: 'q=sat+nav', expect: finds(SAT_NAV), reason: 'equipment: two words' },
    { query: 'q=Sat-Nav', expect: finds(SAT_NAV), reason: 'equipment: with a hyphen' },
    { query: 'q=satellite+navigation', expect: finds(SAT_NAV), reason: 'equipment: written out' },
    { query: 'q=sat+navs', expect: finds(SAT_NAV), reason: 'equipment: in plural' },
    { query: 'q=fsh', expect: finds(FULL_HISTORY), reason: 'history: initials' },
    { query: 'q=5+door', expect: finds(FIVE_DOORS), reason: 'doors: the usual spelling' },
    { query: 'q=5dr', expect: finds(FIVE_DOORS), reason: 'doors: the short form' },
    { query: 'q=five-door', expect: finds(FIVE_DOORS), reason: 'doors: the number as a word' },
    { query: 'q=5+doors', expect: finds(FIVE_DOORS), reason: 'doors: in plural' },
    { query: 'q=air+con', expect: finds(AIR_CON), reason: 'equipment: short, in two words' },
    { query: 'q=aircon', expect: finds(AIR_CON), reason: 'equipment: short, in one' },
    { query: 'q=air+conditioning', expect: finds(AIR_CON), reason: 'equipment: written out' },
    { query: 'q=tow+bar', expect: finds(TOW_BAR), reason: 'equipment: in two words' },
    { query: 'q=towbar', expect: finds(TOW_BAR), reason: 'equipment: in one' },
    { query: 'q=head-up+display', expect: finds(HEAD_UP), reason: 'equipment: with a hyphen' },
    { query: 'q=headup+display', expect: finds(HEAD_UP), reason: 'equipment: joined' },
    { query: 'q=m+sport', expect: finds('three 320d'), reason: 'trim' },
    { query: 'q=msport', expect: finds('three 320d'), reason: 'trim: joined' },
    { query: 'q=amg+line', expect: finds('c-class'), reason: 'trim: another' },
    { query: 'q=type+r', expect: finds('no-year'), reason: 'trim: said with a hyphen' },
    { query: 'q=one+owner', expect: finds('three'), reason: 'owners' },
    { query: 'q=1+owner', expect: finds('three'), reason: 'owners: the number as a digit' },
    { query: 'q=7+seater', expect: finds('no-mileage'), reason: 'seats' },
    { query: 'q=gray', expect: finds('a4'), reason: 'colour: the other spelling' },
    { query: 'q=sedan', expect: finds('a3'), reason: 'body: another word' },
    { query: 'q=4x4', expect: finds(FOUR_BY_FOUR), reason: 'drivetrain' },
    { query: 'q=awd', expect: finds(FOUR_BY_FOUR), reason: 'drivetrain: initials' },
  ),
  ...row(
    'The word itself',
    { query: 'q=rav4', expect: finds('nowhere at-district'), reason: 'joined, where one listing has it split' },
    { query: 'q=rav-4', expect: finds('at-district nowhere'), reason: 'with a hyphen' },
    { query: 'q=mx-5', expect: finds('at-coordinates'), reason: 'with a hyphen, where the listing has a space' },
    { query: 'q=mx5', expect: finds('at-coordinates'), reason: 'joined, where the listing has a space' },
    { query: 'q=a+3&make=Audi', expect: finds('a3'), reason: 'split, where the listing has it joined' },
    { query: 'q=land+rover', expect: finds('defender'), reason: 'split, where the dealer joined it' },
    { query: 'q=3series&fuel_type=Petrol', expect: finds('three'), reason: 'a model of two words as one' },
    { query: 'q=club', expect: finds('a4'), reason: 'singular, where the listing has the plural' },
    { query: 'q=heated+seat&make=Nissan', expect: finds('leaf'), reason: 'another singular' },
    { query: 'q=heated+seats&make=Toyota', expect: finds('mirai'), reason: 'plural, where the listing has the singular' },
    { query: 'q=octavias', expect: finds('octavia'), reason: 'a model in plural' },
  ),
  ...row(
    'A completion',
    { query: 'q=blueto', expect: finds('golf c3'), reason: 'a beginning of the last word' },
    { query: 'q=blue', expect: finds('octavia'), reason: 'not where a listing says the word itself' },
    { query: 'q=blueto+towbar', expect: finds(''), reason: 'the last word only' },
    { query: 'q=towbar+blueto', expect: finds('c3'), reason: 'after a term' },
    { query: 'q=blu', expect: finds(''), reason: 'a word of three letters is not completed' },
  ),
  ...row(
    'A typing error',
    { query: 'q=blaack', expect: finds('xj xjs'), reason: 'one edit' },
    { query: 'q=blaackk', expect: finds(''), reason: 'two edits of a word of seven letters' },
    { query: 'q=panorramicc', expect: finds('xj'), reason: 'two edits of a longer word' },
    { query: 'q=panorrammicc', expect: finds(''), reason: 'three edits' },
    { query: 'q=phabia', expect: finds('fabia'), reason: 'by sound of a model' },
    { query: 'q=phocus', expect: finds(FOCUS), reason: 'by sound of another' },
    { query: 'q=phabia+petrol', expect: finds('fabia'), reason: 'by sound, beside a class' },
    { query: 'q=lukshury', expect: finds(''), reason: 'not by sound of a word of the description' },
    { query: 'q=focu5', expect: finds(''), reason: 'a word with a digit is no typing error' },
    { query: 'q=fcs', expect: finds(''), reason: 'nor is one of three letters' },
    { query: 'q=golf+blaack', expect: finds(''), reason: 'every word must match, corrected ones too' },
  ),
]; // prettier-ignore
