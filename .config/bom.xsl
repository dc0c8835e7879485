<?xml version="1.0" encoding="UTF-8"?>
<!-- The list of parts that an archive carries (CycloneDX): the two jars that app.xml makes anew get their own digest, and the
     published jar as their ancestor. A list without one of them is an error. The browser extension, if the archive carries it,
     is no dependency that Maven knows, and is added. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:b="http://cyclonedx.org/schema/bom/1.6"
                xmlns="http://cyclonedx.org/schema/bom/1.6" exclude-result-prefixes="b">
    <xsl:output method="xml" encoding="UTF-8" indent="yes" />
    <xsl:strip-space elements="*" />
    <xsl:param name="bcprov-jdk18on" />
    <xsl:param name="picocli" />
    <xsl:param name="version" />
    <xsl:param name="extension" />

    <xsl:template match="/">
        <xsl:if test="count(/b:bom/b:components/b:component[b:name = 'bcprov-jdk18on' or b:name = 'picocli']) != 2">
            <xsl:message terminate="yes">bom.xml: bcprov-jdk18on and picocli are expected once each</xsl:message>
        </xsl:if>
        <xsl:apply-templates />
    </xsl:template>

    <xsl:template match="@* | node()">
        <xsl:copy>
            <xsl:apply-templates select="@* | node()" />
        </xsl:copy>
    </xsl:template>

    <xsl:template match="/b:bom/b:components">
        <xsl:copy>
            <xsl:apply-templates select="@* | node()" />
            <xsl:if test="$extension">
                <component type="application" bom-ref="extension">
                    <group>org.bloomward</group>
                    <name>extension</name>
                    <version><xsl:value-of select="$version" /></version>
                    <description>extension/bloomward.xpi, and the same under two other names</description>
                    <hashes>
                        <hash alg="SHA-256"><xsl:value-of select="$extension" /></hash>
                    </hashes>
                </component>
            </xsl:if>
        </xsl:copy>
    </xsl:template>

    <xsl:template match="/b:bom/b:components/b:component[b:name = 'bcprov-jdk18on']">
        <xsl:call-template name="made-anew">
            <xsl:with-param name="digest" select="$bcprov-jdk18on" />
            <xsl:with-param name="reason">Packed without signatures, which Java would all read into memory.</xsl:with-param>
        </xsl:call-template>
    </xsl:template>

    <xsl:template match="/b:bom/b:components/b:component[b:name = 'picocli']">
        <xsl:call-template name="made-anew">
            <xsl:with-param name="digest" select="$picocli" />
            <xsl:with-param name="reason">Compiled for Java 25 from the published sources, for faster starts.</xsl:with-param>
        </xsl:call-template>
    </xsl:template>

    <!-- The schema fixes the order: digests, licences and addresses, pedigree, references. -->
    <xsl:template name="made-anew">
        <xsl:param name="digest" />
        <xsl:param name="reason" />
        <xsl:copy>
            <xsl:copy-of select="@*" />
            <xsl:copy-of select="b:hashes/preceding-sibling::*" />
            <hashes>
                <hash alg="SHA-256"><xsl:value-of select="$digest" /></hash>
            </hashes>
            <xsl:copy-of select="b:hashes/following-sibling::*[not(self::b:externalReferences)]" />
            <pedigree>
                <ancestors>
                    <component type="library">
                        <xsl:copy-of select="b:group | b:name | b:version | b:hashes | b:purl" />
                    </component>
                </ancestors>
                <notes><xsl:value-of select="$reason" /></notes>
            </pedigree>
            <xsl:copy-of select="b:externalReferences" />
        </xsl:copy>
    </xsl:template>
</xsl:stylesheet>
