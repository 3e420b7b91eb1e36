// Feeds whose headings and values are in other languages, as tools of dealers who buy or sell abroad export them.
import { describe, expect, it } from 'vitest';
import { resultsOf } from '../collect.ts';

async function read(...lines: readonly string[]): Promise<object[]> {
  const results = await resultsOf(lines.join('\n'), { dealer: 'quai.example' });
  return results.map((result) => (result.kind === 'listing' ? result.listing : { left: result.reason }));
}

describe('a feed in another language is read', () => {
  it('in French, with the price that has VAT', async () => {
    const feed = await read(
      'Référence;Marque;Modèle;Date de mise en circulation;Kilométrage;Unité;Carburant;Boîte de vitesses;Cylindrée;Prix de vente HT;Prix de vente TTC;Prix barré;Statut;Lien',
      'Q1;Dacia;Duster;11/02/2018;40\u00a0233;km;Gazole;Manuelle;1\u00a0461 cm³;7\u00a0500,00;9\u202f000,00;9\u202f900,00;Disponible;/vo/1',
      'Q2;Peugeot;208;03/2021;21\u00a0000;mi;Essence;Automatique;1\u00a0199 cm³;9\u00a0995,83;11 995,00;;En arrivage;/vo/2',
      'Q3;Peugeot;308;03/2021;21\u00a0000;mi;Essence;Manuelle;1\u00a0199 cm³;;11 995,00;;Réservé;/vo/3',
    );
    expect(feed).toMatchObject([
      { id: 'Q1', year: 2018, mileageMiles: 25_000, fuelType: 'Diesel', priceGbp: 9000, engineLitres: 1.5 },
      { id: 'Q2', year: 2021, mileageMiles: 21_000, transmission: 'Automatic', priceGbp: 11_995 },
      { left: 'reserved' },
    ]);
  });

  it('in German', async () => {
    const feed = await read(
      'Bestandsnummer;Marke;Modell;Datum der Erstzulassung;Laufleistung (km);Kraftstoffart;Getriebeart;Preis (brutto);Preis (netto);Verfügbarkeit;Detailseite',
      'B1;Opel;Astra;15.06.2019;48.280;Benzin;Schaltgetriebe;10.995,00;9.162,50;sofort verfügbar;/auto/1',
      'B2;Opel;Corsa;01.03.2020;16.093;Diesel;Automatik;9.995,00;8.329,17;Verkauft;/auto/2',
    );
    expect(feed).toMatchObject([
      {
        id: 'B1',
        year: 2019,
        mileageMiles: 30_000,
        fuelType: 'Petrol',
        transmission: 'Manual',
        priceGbp: 10_995,
      },
      { left: 'sold' },
    ]);
  });

  it('in Polish', async () => {
    const feed = await read(
      'Numer oferty;Marka;Model;Rok produkcji;Przebieg (km);Rodzaj paliwa;Skrzynia biegów;Pojemność skokowa;Cena brutto;Cena netto;Waluta;Dostępność;Zdjęcia;Adres strony',
      'P1;Skoda;Octavia;2017;80 467;Benzyna;Manualna;1 395 cm3;8 495,00;7 079,17;GBP;Dostępny;https://cdn.example/1.jpg;/oferta/1',
      'P2;Skoda;Fabia;2019;16 093;Diesel;Automatyczna;1 422 cm3;7 495,00;6 245,83;GBP;Zarezerwowany;https://cdn.example/2.jpg;/oferta/2',
    );
    expect(feed).toMatchObject([
      {
        id: 'P1',
        year: 2017,
        mileageMiles: 50_000,
        fuelType: 'Petrol',
        transmission: 'Manual',
        priceGbp: 8495,
        engineLitres: 1.4,
      },
      { left: 'reserved' },
    ]);
  });

  it('in Italian', async () => {
    const feed = await read(
      'Codice veicolo;Marca;Modello;Anno di immatricolazione;Chilometraggio;Tipo di carburante;Cambio;Prezzo IVA esclusa;Prezzo IVA inclusa;Stato;Link annuncio',
      'I1;Fiat;Panda;2018;32.187;Benzina;Manuale;5.000,00;6.000,00;Disponibile;/usato/1',
      'I2;Fiat;Tipo;2018;32.187;Gasolio;Automatico;6.000,00;7.200,00;Venduto;/usato/2',
    );
    expect(feed).toMatchObject([
      {
        id: 'I1',
        year: 2018,
        mileageMiles: 20_000,
        fuelType: 'Petrol',
        transmission: 'Manual',
        priceGbp: 6000,
      },
      { left: 'sold' },
    ]);
  });

  it('in Spanish', async () => {
    const feed = await read(
      'Referencia;Marca;Modelo;Fecha de matriculación;Kilómetros;Tipo de combustible;Caja de cambios;Precio sin IVA;Precio con IVA;Estado;Enlace',
      'E1;Seat;Leon;21/05/2016;96.561;Gasolina;Manual;5.825;6.990;Disponible;/coche/1',
      'E2;Seat;Ibiza;21/05/2016;96.561;Diésel;Automática;5.825;6.990;Reservado;/coche/2',
    );
    expect(feed).toMatchObject([
      {
        id: 'E1',
        year: 2016,
        mileageMiles: 60_000,
        fuelType: 'Petrol',
        transmission: 'Manual',
        priceGbp: 6990,
      },
      { left: 'reserved' },
    ]);
  });
});

it('a net price alone is not the price, nor is a former one or one for dealers', async () => {
  const header = 'Référence;Marque;Modèle;Kilométrage;Lien;';
  for (const name of ['Prix HT', 'Prix barré', 'Prix marchand'])
    expect(await read(`${header}${name}`, 'Q4;Dacia;Logan;90000;/vo/4;7 500,00')).toMatchObject([
      { id: 'Q4', priceGbp: null },
    ]);
});

describe('a column that says with yes or no that a vehicle is sold or reserved is read', () => {
  it.each([
    ['Dutch', 'Verkocht', 'Gereserveerd', 'j', 'n'],
    ['Dutch', 'is_verkocht', 'voertuig_gereserveerd', 'Ja', 'Nee'],
    ['German', 'verkauft', 'Reserviert', 'J', 'N'],
    ['German', 'ist_verkauft', 'Reservierung', 'wahr', 'falsch'],
    ['French', 'Vendu', 'Réservé', 'Oui', 'Non'],
    ['French', 'est_vendu', 'est_reserve', 'vrai', 'faux'],
    ['Italian', 'Venduto', 'Riservata', 'Sì', 'No'],
    ['Spanish', 'vendido', 'Reservado', 'sí', 'no'],
    ['Polish', 'Sprzedany', 'Zarezerwowany', 'tak', 'nie'],
  ])('in %s: %s, %s', async (_, sold, reserved, yes, no) => {
    const row = (id: string, ...flags: readonly string[]): string =>
      `${id};Kia;Rio;2019;21000;5995;/c/${id};${flags.join(';')}`;
    const feed = await read(
      `id;make;model;year;mileage;price;link;${sold};${reserved}`,
      row('F1', no, no),
      row('F2', yes, no),
      row('F3', no, yes),
    );
    expect(feed).toMatchObject([{ id: 'F1' }, { left: 'sold' }, { left: 'reserved' }]);
  });

  it.each([
    ['status', 'verkocht', 'gereserveerd', 'j', 'n'],
    ['status', 'sold', 'reserved', 'Y', 'N'],
    ['stato', 'venduto', 'prenotato', 'sì', 'no'],
    ['sale', 'sold', 'reserved', 'true', 'false'],
  ])('below a group: %s.%s, %s', async (group, sold, reserved, yes, no) => {
    const car = (id: number, isSold: string, isReserved: string): object => ({
      ...{ id, make: 'Kia', model: 'Rio', year: 2019, mileage: 21_000, price: 5995, link: `/c/${id}` },
      [group]: { [sold]: isSold, [reserved]: isReserved },
    });
    const cars = [car(1, no, no), car(2, yes, no), car(3, no, yes)];
    expect(await read(JSON.stringify(cars))).toMatchObject([
      { id: '1' },
      { left: 'sold' },
      { left: 'reserved' },
    ]);
  });
});

it.each([
  ['Dutch', 'prijs', 'oud', 'huidig'],
  ['German', 'preis', 'alt', 'aktuell'],
  ['French', 'prix', 'ancien', 'actuel'],
  ['Spanish', 'precio', 'anterior', 'actual'],
  ['Italian', 'prezzo', 'vecchio', 'attuale'],
  ['Polish', 'cena', 'stara', 'nowa'],
])('of several prices that say in %s what they are, the present one counts', async (_, name, old, now) => {
  const price = (kind: string, amount: number): string => `<${name} kind="${kind}">${amount}</${name}>`;
  const car = (id: number, prices: string): string =>
    `<vehicle><id>${id}</id><link>/c/${id}</link><make>Kia</make><model>Rio</model><year>2019</year><prices>${prices}</prices></vehicle>`;
  const feed = await read(
    `<vehicles>${car(1, price(old, 6495) + price(now, 5995))}${car(2, price(now, 4995))}</vehicles>`,
  );
  expect(feed).toMatchObject([{ priceGbp: 5995 }, { priceGbp: 4995 }]);
});
