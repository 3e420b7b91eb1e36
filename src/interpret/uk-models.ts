// Models sold used in Britain, by make, as most dealers spell them. They make `fiesta` a Ford; a model that is not listed is
// searched for by its words. Names after a slash are aliases.
//
// A name in parentheses is also an ordinary word or number (`Note`, `500`): it matches only right after its make.

/** One make a line: models separated by commas. */
const LINES: readonly (readonly [make: string, models: string])[] = [
  ['Abarth', '(500), (595), (695), 124 (Spider), (Punto)'],
  ['Alfa Romeo', 'Giulietta, Giulia, MiTo, Stelvio, Tonale, (Junior), Brera, (Spider), (GT), (147), (156), (159), 4C'],
  ['Aston Martin', 'Vantage, V8 Vantage, V12 Vantage, DB7, DB9, DB11, DB12, DBS, DBX, Rapide, Vanquish, Cygnet'],
  ['Audi', 'A1, A2, A3, A4, A4 Allroad, A5, A6, A6 Allroad, A7, A8, Q2, Q3, Q4 e-tron, Q5, Q6 e-tron, Q7, Q8, Q8 e-tron, TT, TTS, TT RS, R8, e-tron, e-tron (GT), S1, S3, S4, S5, S6, S7, S8, SQ2, SQ5, SQ7, SQ8, RS3, RS4, RS5, RS6, RS7, RS Q3, RS Q8, (80), (Allroad)'],
  ['Bentley', 'Continental (GT), (Continental), Bentayga, Flying Spur, Mulsanne, Arnage'],
  ['BMW', '1 Series/One Series, 2 Series, 2 Series Gran Coupe, 2 Series Active Tourer, 2 Series Gran Tourer, 3 Series/Three Series, 3 Series Gran (Turismo), 4 Series/Four Series, 4 Series Gran Coupe, 5 Series/Five Series, 5 Series Gran (Turismo), 6 Series, 6 Series Gran Coupe, 7 Series/Seven Series, 8 Series, X1, X2, X3, X4, X5, X6, X7, (XM), iX, iX1, iX2, iX3, i3, i4, i5, i7, i8, Z3, Z4, M2, M3, M4, M5, M6, M8'],
  ['BYD', 'Atto 3, (Dolphin), (Seal), Seal U, Sealion 7'],
  ['Chevrolet', '(Spark), Aveo, Cruze, Captiva, Orlando, Matiz, Lacetti, Kalos, Camaro, Trax'],
  ['Chrysler', '300C, (Delta), Ypsilon, Grand (Voyager), (Voyager), PT Cruiser, Crossfire, Sebring'],
  ['Citroen', 'C1, C2, C3, C3 Aircross, C3 Picasso, C3 Pluriel, C4, C4 Cactus, C4 Picasso, C4 SpaceTourer, C4 X, C5, C5 Aircross, C5 X, C6, C8, e-C3, e-C4, Grand C4 Picasso, Grand C4 SpaceTourer, DS3, DS4, DS5, Berlingo, (Dispatch), (Relay), Nemo, Xsara, Xsara Picasso, Saxo, (Ami), SpaceTourer, C-Zero'],
  ['Cupra', 'Formentor, Leon, Ateca, (Born), Terramar, Tavascan'],
  ['Dacia', 'Sandero, Sandero Stepway, Duster, Logan, Logan MCV, Jogger, (Spring), Bigster'],
  ['Daihatsu', 'Sirion, Terios, Copen, Charade, Materia'],
  ['Dodge', '(Caliber), (Journey), (Nitro), (Avenger), (Challenger), (Charger)'],
  ['DS', 'DS 3, DS 3 Crossback, DS 4, DS 4 Crossback, DS 5, DS 7, DS 7 Crossback, DS 9'],
  ['Ferrari', '(458), (488), (360), (430), F430, (California), Portofino, (Roma), F8, (296), (812), (FF), Purosangue'],
  ['Fiat', '(500), 500X, 500L, 500C, 500e, (600), Panda, Punto, Grande Punto, Punto Evo, Tipo, (Bravo), Qubo, Doblo, Ducato, Fiorino, Scudo, Talento, Multipla, Stilo, 124 (Spider), Seicento, Fullback, Croma, (Idea), Sedici'],
  ['Ford', 'Fiesta, Focus, Focus C-Max, Kuga, Puma, EcoSport, Ka, Ka+, Mondeo, B-MAX, C-MAX, Grand C-MAX, S-MAX, Galaxy, Mustang, Mustang Mach-E/Mach E, (Edge), (Explorer), Capri, (Fusion), (Cougar), Escort, Sierra, (Probe), StreetKa, Ranger, Transit, Transit Custom, Transit Connect, Transit Courier, Tourneo Custom, Tourneo Connect, Tourneo, Maverick'],
  ['Genesis', 'G70, G80, GV60, GV70, GV80'],
  ['GWM', 'Ora 03, Funky Cat'],
  ['Honda', 'Jazz, Civic, (Accord), CR-V, HR-V, ZR-V, FR-V, CR-Z, S2000, NSX, (Insight), (Legend), (E), e:Ny1, Prelude, Integra'],
  ['Hyundai', 'i10, i20, i30, i40, i800, ix20, ix35, Tucson, Santa Fe, Kona, Bayon, Ioniq, Ioniq 5, Ioniq 6, Inster, Getz, (Accent), (Amica), Veloster, (Coupe), (Matrix), Terracan, Nexo, iLoad'],
  ['Ineos', '(Grenadier)'],
  ['Infiniti', 'Q30, Q50, Q60, Q70, QX30, QX70, (FX), G37'],
  ['Isuzu', 'D-Max, Rodeo, Trooper'],
  ['Iveco', '(Daily)'],
  ['Jaecoo', 'Jaecoo 7/J7, Jaecoo 5'],
  ['Jaguar', 'XF, XE, XJ, XJS, XJ6, XJ8, XJR, XK, XK8, XKR, F-Pace, E-Pace, I-Pace, F-Type, S-Type, X-Type, E-Type'],
  ['Jeep', 'Renegade, Compass, Cherokee, Grand Cherokee, Wrangler, (Avenger), Patriot, (Commander), (Gladiator)'],
  ['Kia', 'Sportage, Picanto, Ceed/Cee d, ProCeed/Pro Cee d, XCeed, (Rio), Niro, e-Niro, Stonic, Sorento, Venga, (Soul), Carens, EV3, EV4, EV5, EV6, EV9, Stinger, Optima, Carnival, Sedona, Magentis'],
  ['Lamborghini', 'Huracan, Aventador, Gallardo, Urus, Murcielago, Revuelto'],
  ['Land Rover', 'Range Rover, Range Rover Evoque/Evoque, Range Rover Sport, Range Rover Velar/Velar, Discovery/Disco, Discovery Sport/Disco Sport, Discovery 3/Disco 3, Discovery 4/Disco 4, Discovery 5, Freelander, Freelander 2, Defender'],
  ['LEVC', '(TX)'],
  ['Lexus', '(CT), (IS), (NX), (RX), (UX), (ES), (LS), (GS), (LC), (RC), (LBX), (RZ), CT 200h, IS 250, IS 200, IS 220d, IS 300h, NX 300h, RX 450h, UX 250h, LC 500'],
  ['Lotus', 'Elise, Evora, Exige, Emira, Eletre, Esprit, (Elan), (Europa)'],
  ['Maserati', 'Ghibli, Levante, GranTurismo, GranCabrio, Quattroporte, Grecale, MC20'],
  ['Maxus', 'Deliver 9, eDeliver 3, T90'],
  ['Mazda', 'Mazda2, Mazda3, Mazda5, Mazda6, (2), (3), (5), (6), CX-3, CX-30, CX-5, CX-60, CX-7, CX-80, MX-5/Miata, MX-30, RX-8, RX-7, Bongo, Premacy'],
  ['McLaren', '570S, 720S, 650S, 540C, 600LT, (GT), Artura, MP4-12C'],
  ['Mercedes-Benz', 'A-Class, B-Class, C-Class, E-Class, G-Class, GL-Class, M-Class, R-Class, S-Class, T-Class, V-Class, X-Class, CLA, CLC, CLE, CLK, CLS, GLA, GLB, GLC, GLE, GLK, GLS, (ML), EQA, EQB, EQC, EQE, EQS, EQV, (SL), SLK, SLC, SLS, AMG (GT), Vito, Viano, Sprinter, Citan'],
  ['MG', 'MG3, MG4, MG5, MG6, MG7, MGB, MG TF, MG ZR, MG ZT, (3), (4), (5), (6), ZS, ZS EV, HS, (TF), (ZR), (ZT), Cyberster, MGS5, S5 EV, Midget'],
  ['MINI', 'Countryman, Clubman, Paceman, Aceman, (Hatch), (Convertible), (Coupe), (Roadster)'],
  ['Mitsubishi', 'Outlander, ASX, L200, Mirage, (Colt), Shogun, Shogun Sport, Eclipse Cross, Lancer, Lancer Evolution, i-MiEV, Space Star, Space Wagon, Grandis, Pajero, Galant, Carisma, (Warrior)'],
  ['Morgan', '(Plus 4), Plus 8, Plus Four, Plus Six, 3 Wheeler'],
  ['Nissan', 'Qashqai/Cashcai/Kashkai, Qashqai+2, Juke, Micra, X-Trail, (Note), Leaf, Ariya, Navara, NV200, e-NV200, NV300, NV400, Primastar, Interstar, Townstar, 350Z, 370Z, GT-R, Skyline, Almera, Primera, Pathfinder, Patrol, Terrano, Murano, (Cube), Pulsar, Pixo, Figaro, Elgrand, Silvia, 200SX'],
  ['Omoda', 'Omoda 5, Omoda E5, Omoda 9'],
  ['Peugeot', '106, 107, 108, 205, 206, 207, 208, 306, 307, 308, 309, 405, 406, 407, 408, 508, 607, 807, 1007, (2008), 3008, 4007, 4008, 5008, e-208, e-2008, e-308, e-3008, e-5008, RCZ, Rifter, (Partner), (Expert), (Boxer), (Traveller), Bipper, iOn'],
  ['Polestar', 'Polestar 1, Polestar 2, Polestar 3, Polestar 4, (1), (2), (3), (4)'],
  ['Porsche', 'Macan, Cayenne, 911, Boxster, Cayman, 718 Boxster, 718 Cayman, (718), 718 Spyder, Panamera, Taycan, 944, 968, 928, 924'],
  ['Proton', 'Savvy, Satria, Gen-2'],
  ['Renault', 'Clio, Captur, Megane, Megane E-Tech, Kadjar, Scenic, Grand Scenic, Twingo, Zoe, Arkana, Austral, Rafale, Symbioz, Koleos, Trafic, Kangoo, (Master), Laguna, Espace, Modus, Grand Modus, Fluence, Twizy, (5), (Wind), Vel Satis, Avantime'],
  ['Rolls-Royce', '(Ghost), (Phantom), (Wraith), (Dawn), Cullinan, (Spectre), Silver Shadow, Silver Spirit, Corniche'],
  ['Rover', '(25), (45), (75), (200), (214), (400), (600), (800), Streetwise, CityRover'],
  ['Saab', '9-3, 9-5, (900)'],
  ['SEAT', 'Ibiza, Leon, Ateca, Arona, Alhambra, Mii, Tarraco, Toledo, Altea, Altea XL, Exeo, Cordoba, Arosa'],
  ['Skoda', 'Octavia, Fabia, Superb, Yeti, Karoq, Kodiaq, Kamiq, Citigo, Scala, Enyaq, Enyaq iV, Elroq, (Rapid), Roomster, Felicia'],
  ['Smart', 'ForTwo, ForFour, (Roadster)'],
  ['SsangYong', 'Tivoli, Tivoli XLV, Korando, Rexton, Musso, Rodius, (Turismo), Kyron, Actyon, (Torres)'],
  ['Subaru', 'Forester, (Outback), XV, Impreza, BRZ, (Legacy), WRX, Levorg, Solterra, Crosstrek, Justy, Tribeca'],
  ['Suzuki', 'Swift, Vitara, Grand Vitara, e Vitara, Ignis, SX4, SX4 S-Cross, S-Cross, Jimny, Alto, (Splash), Celerio, Baleno, Liana, Kizashi, (Across), Swace, Wagon R'],
  ['Tesla', 'Model 3, Model Y, Model S, Model X, (Roadster), Cybertruck'],
  ['Toyota', 'Yaris, Yaris Cross, GR Yaris, Aygo, Aygo X, Auris, Corolla, Corolla Cross, C-HR, RAV4, Avensis, Prius, Prius+, Verso, Verso-S, Corolla Verso, Urban Cruiser, Land Cruiser, Hilux, GT86, GR86, Supra, GR Supra, MR2, Celica, Camry, bZ4X, Proace, Proace City, Proace Verso, iQ, (Highlander), Mirai, Previa, Alphard, Estima, Hiace, Carina, Starlet'],
  ['Vauxhall', 'Corsa, Corsa-e, Astra, Mokka, Mokka X, Mokka-e, Crossland, Crossland X, Grandland, Grandland X, Frontera, Insignia, (Adam), Viva, Meriva, Zafira, Zafira Tourer, Vectra, Signum, Tigra, Agila, Antara, Ampera, Cascada, Calibra, Cavalier, (Nova), (Omega), Vivaro, Vivaro-e, (Combo), Combo Life, Movano, (Karl), VXR8, VX220, Astravan'],
  ['Volkswagen', 'Golf, Golf Plus, Golf SV, e-Golf, Polo, Tiguan, Tiguan Allspace, Tayron, T-Roc, T-Cross, Taigo, (Up/Take Up/Move Up/High Up), e-Up, Passat, Passat CC, (CC), Touran, Touareg, Scirocco, Beetle, (Fox), Jetta, Bora, Eos, Lupo, Sharan, Phaeton, ID.3, ID.4, ID.5, ID.7, ID. Buzz, Arteon, Caddy, Caddy Maxi, Transporter, Caravelle, Multivan, (California), Crafter, Amarok, Corrado'],
  ['Volvo', 'XC40, XC60, XC70, XC90, V40, V40 Cross Country, V50, V60, V60 Cross Country, V70, V90, V90 Cross Country, S40, S60, S70, S80, S90, C30, C40, C70, EX30, EX40, EX90, EC40, (240), (850)'],
  ['Xpeng', 'G6, G9'],
]; // prettier-ignore

export interface ModelRow {
  readonly make: string;
  readonly model: string;
  readonly otherNames: readonly string[];
  /** Matches only right after its make. */
  readonly afterMakeOnly: boolean;
}

export const UK_MODELS: readonly ModelRow[] = LINES.flatMap(([make, models]) =>
  models.split(', ').map((entry): ModelRow => {
    const afterMakeOnly = entry.startsWith('(');
    const names = (afterMakeOnly ? entry.slice(1, -1) : entry).split('/');
    return { make, model: names[0], otherNames: names.slice(1), afterMakeOnly };
  }),
);
